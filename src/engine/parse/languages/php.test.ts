import { expect, test } from 'vitest';
import { outlineText } from '../../../../testing/outline-text.ts';
import { parseFile } from '../parse-file.ts';

const phpSource = String.raw`<?php
namespace App\Models;

use App\Contracts\{Finder, Saver as Saves};
use Illuminate\Support\Str;
require_once __DIR__ . '/helpers.php';

const LIMIT = 3;
define('DEBUG', true);

/**
 * A user.
 */
#[Entity]
abstract class User extends Model implements Finder
{
    use HasFactory;

    const TABLE = 'users';
    public static ?int $count = 0;
    private $name, $age;

    public function __construct(private readonly int $id, string $name) {}

    #[Route('/users')]
    public function find(int $id): ?self
    {
        if ($id) { return null; } elseif ($id > 1) { return $this; }
        foreach ($this->all as $user) { while ($user) { break; } }
        $size = match (true) { $id > 1 => 2, default => 3 };
        try { load(); } catch (Exception $e) { }
        return $id ? $this : null;
    }

    abstract protected function table(): string;
}

interface Finder { public function find(int $id); }
trait Saves { function save() {} }
enum Suit: string {
    case Hearts = 'H';
    public function label(): string { return ''; }
}

function helper(array $items) { return fn($x) => $x; }

Route::get('/users', [UserController::class, 'index']);
`;

test('PHP: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: phpSource, language: 'php' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'module App\\Models 2 exported',
    'const LIMIT 8 exported',
    'const DEBUG 9 exported',
    'class User 15-36 exported',
    'const User.TABLE 19 exported',
    'field User.count 20 exported',
    'field User.name 21 exported',
    'field User.age 21 exported',
    'method User.__construct 23 exported c1',
    'field User.id 23',
    'method User.find 26-33 exported c8',
    'method User.table 35',
    'interface Finder 38 exported',
    'method Finder.find 38 exported',
    'class Saves 39 exported',
    'method Saves.save 39 exported c1',
    'enum Suit 40-43 exported',
    'const Suit.Hearts 41 exported',
    'method Suit.label 42 exported c1',
    'fn helper 45 exported c1',
    'route GET /users 47 exported c1',
    'import 4 App\\Contracts: Finder Saver',
    'import 5 Illuminate\\Support\\Str: Str',
    'import 6 ./helpers.php',
  ]);
});
