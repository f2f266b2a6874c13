import { expect, test } from 'vitest';
import { referenceKinds } from './references.ts';

/** `line kind` of each use, with the kinds of one line joined. */
function kinds(language: string, name: string, text: string): string[] {
  const byLine = Map.groupBy(referenceKinds({ text, language, name }), (use) => use.line);
  return [...byLine].map(([line, uses]) => `${line} ${uses.map((use) => use.kind).join(' ')}`);
}

test('TypeScript', () => {
  const text = `import { foo, bar as other } from './lib';
foo(1);
obj.foo(2);
foo = 3;
obj.foo += 3;
foo++;
let foo = 1;
const { foo } = y;
const z = { foo: 1, bar };
function foo(a: foo, foo: string) { return foo; }
class A extends foo {}
new foo();
type T = foo<string>;
// foo in a comment
'foo in a string';
foo.bar = 1;
foo<string>(a);
[foo, b] = z;
if (foo === 1) {}
export { foo };
@foo() class B {}
for (const foo of list) {}
call(foo);
const fooBar = 1;
`;
  expect(kinds('typescript', 'foo', text)).toEqual([
    '1 import',
    '2 call',
    '3 call',
    '4 write',
    '5 write',
    '6 write',
    '7 def',
    '8 def',
    '9 other',
    '10 def type def other',
    '11 type',
    '12 call',
    '13 type',
    '14 other',
    '15 other',
    '16 other',
    '17 call',
    '18 write',
    '19 other',
    '20 import',
    '21 call',
    '22 def',
    '23 other',
  ]);
});

test('TSX: an element is a call of its component', () => {
  expect(kinds('tsx', 'Item', 'function Item() {}\nconst a = <Item x={1} />;\nconst b = <div>{Item}</div>;\n')).toEqual(
    ['1 def', '2 call', '3 other'],
  );
});

test('Python', () => {
  const text = `from lib import foo
foo(1)
x.foo()
self.foo = 2
foo += 1
f(foo=1)
def foo(a: foo, b=1): return foo
class A(foo): pass
@foo
def g(): pass
print("foo")
`;
  expect(kinds('python', 'foo', text)).toEqual([
    '1 import',
    '2 call',
    '3 call',
    '4 write',
    '5 write',
    '6 other',
    '7 def type other',
    '8 type',
    '9 call',
    '11 other',
  ]);
});

test('Go', () => {
  const text = `package a
type Foo struct{ x int }
func (f *Foo) Bar() Foo { return Foo{} }
func main() {
	Foo(1)
	a.Foo(2)
	x.Foo = 5
	Foo := 4
	Foo++
	y := Foo
}
`;
  expect(kinds('go', 'Foo', text)).toEqual([
    '2 def',
    '3 type type type',
    '5 call',
    '6 call',
    '7 write',
    '8 def',
    '9 write',
    '10 other',
  ]);
});

test('Rust', () => {
  const text = `use a::Foo;
fn f(x: Foo) -> Foo { Foo::new(); g(Foo(1)); x.Foo = 2; m.Foo(); }
impl Foo for Bar {}
foo!(Foo);
`;
  expect(kinds('rust', 'Foo', text)).toEqual(['1 import', '2 type type other call write call', '3 type', '4 other']);
});

test('Java', () => {
  const text = `import a.Foo;
class Bar extends Foo implements Other {
  Foo foo = new Foo();
  void m(Foo x) { Foo(1); x.Foo(); this.Foo = 2; List<Foo> l; }
}
`;
  expect(kinds('java', 'Foo', text)).toEqual(['1 import', '2 type', '3 type call', '4 type call call write type']);
});

test('C, PHP, Ruby, Bash', () => {
  expect(kinds('c', 'foo', 'int foo(int a) { foo(1); p->foo = 3; foo++; struct foo x; return foo; }\n')).toEqual([
    '1 def call write write type other',
  ]);
  expect(kinds('php', 'foo', '<?php\nuse A\\foo;\nfunction foo($foo) {}\nfoo(1);\n$foo = 3;\nnew foo();\n')).toEqual([
    '2 import',
    '3 def def',
    '4 call',
    '5 write',
    '6 call',
  ]);
  expect(kinds('ruby', 'foo', "def foo(a); end\nfoo 1\nx.foo\n@foo = 1\n'foo'\n")).toEqual([
    '1 def',
    '2 call',
    '3 call',
    '4 write',
    '5 other',
  ]);
  expect(kinds('bash', 'foo', 'foo() { :; }\nfoo 1\necho $foo\n')).toEqual(['1 def', '2 call', '3 other']);
});

test('a language without a grammar: every whole word, of no known kind', () => {
  expect(kinds('zig', 'foo', 'const foo = 1;\nfoo(2); foobar();\n')).toEqual(['1 other', '2 other']);
});

test('S27 columns are UTF-16 units; words of any script are whole words', () => {
  const text = 'const 😀 = needle(1);\nneedleé();\nneedle_2();\n';
  expect(referenceKinds({ text, language: 'typescript', name: 'needle' })).toEqual([
    { line: 1, column: 12, kind: 'call' },
  ]);
});

test('an empty name and an absent one', () => {
  expect(referenceKinds({ text: 'a b', language: 'typescript', name: '' })).toEqual([]);
  expect(referenceKinds({ text: 'a b', language: 'typescript', name: 'c' })).toEqual([]);
});

test('20,000 uses in a wide and in a deep tree are told apart', () => {
  const deep = 'if (a) {\n'.repeat(20_000);
  expect(referenceKinds({ text: deep, language: 'typescript', name: 'a' })).toHaveLength(20_000);
  expect(referenceKinds({ text: deep, language: 'python', name: 'a' })).toHaveLength(20_000);
});
