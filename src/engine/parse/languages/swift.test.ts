import { expect, test } from 'vitest';
import { outlineText } from '../../../../testing/outline-text.ts';
import { parseFile } from '../parse-file.ts';

const swiftSource = String.raw`import Foundation
@testable import App

let limit = 3
typealias Names = [String]

/// A user.
@objc
public class User: Base, Finder {
    let id = 1
    private var name: String {
        get { "" }
    }

    init(id: Int) {
        super.init()
    }

    func find(_ key: String) -> User? {
        guard let first = key.first else { return nil }
        for c in key {
            if c == "a" { continue }
        }
        switch first {
        case "a": return self
        default: return nil
        }
    }

    static func make() -> User { User(id: 1) }
}

struct Box<T> {
    let value: T
}

enum Color {
    case red, green(Int)
    func mix() {}
}

protocol Finder {
    func find(_ key: String) -> User?
    var size: Int { get }
}

extension User {
    func save() {}
}

extension Remote.Store: Finder {
    var size: Int { 1 }
}

func top() async throws -> Int { 1 }
`;

test('Swift: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: swiftSource, language: 'swift' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'const limit 4 exported',
    'type Names 5 exported',
    'class User 9-31 exported',
    'field User.id 10 exported',
    'field User.name 11-13',
    'method User.init 15-17 exported c1',
    'method User.find 19-28 exported c5',
    'method User.make 30 exported c1',
    'class Box 33-35 exported',
    'field Box.value 34 exported',
    'enum Color 37-40 exported',
    'const Color.red 38 exported',
    'const Color.green 38 exported',
    'method Color.mix 39 exported c1',
    'interface Finder 42-45 exported',
    'method Finder.find 43 exported',
    'field Finder.size 44 exported',
    'method User.save 48 exported c1',
    'field <Remote.Store>.size 52 exported',
    'fn top 55 exported c1',
    'import 1 Foundation',
    'import 2 App',
  ]);
});
