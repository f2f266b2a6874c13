import { expect, test } from 'vitest';
import { outlineText } from '../../../../testing/outline-text.ts';
import { parseFile } from '../parse-file.ts';

const csharpSource = String.raw`using System;
using static System.Math;
using Json = System.Text.Json;

namespace App.Core
{
    /// <summary>A user.</summary>
    [Serializable]
    public class User<T> : Base, IUser where T : class
    {
        private readonly int _id = 1, _other;
        public const string Key = "a";
        public string Name { get; set; } = "";
        public int Age => 3;
        public event Action Changed;

        public User(int id) : base(id) { }

        [HttpGet("/users")]
        public async Task<int> Load(int id)
        {
            if (id > 1) { return 1; }
            foreach (var item in items) { }
            var size = id switch { 1 => 2, _ => 3 };
            try { } catch (Exception e) { }
            int Local() { return 1; }
            return id > 0 ? 1 : Local();
        }

        public static User<T> operator +(User<T> a, User<T> b) => a;
        public delegate void Handler(int code);
        struct Inner { public int X; }
        enum Color { Red, Green }
    }

    public interface IUser
    {
        void Save();
        int Count { get; }
    }

    public record Person(string First);
    public static class Extensions
    {
        public static void Run(this int value) { }
    }
}
`;

test('C#: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: csharpSource, language: 'csharp' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'module App.Core 5-47 exported',
    'class App.Core.User 9-34 exported',
    'field App.Core.User._id 11',
    'field App.Core.User._other 11',
    'field App.Core.User.Key 12 exported',
    'field App.Core.User.Name 13 exported',
    'field App.Core.User.Age 14 exported',
    'field App.Core.User.Changed 15 exported',
    'method App.Core.User.User 17 exported c1',
    'method App.Core.User.Load 20-28 exported c6',
    'fn App.Core.User.Load.Local 26 c1',
    'method App.Core.User.operator + 30 exported c1',
    'type App.Core.User.Handler 31 exported',
    'class App.Core.User.Inner 32',
    'field App.Core.User.Inner.X 32',
    'enum App.Core.User.Color 33',
    'const App.Core.User.Color.Red 33',
    'const App.Core.User.Color.Green 33',
    'interface App.Core.IUser 36-40 exported',
    'method App.Core.IUser.Save 38 exported',
    'field App.Core.IUser.Count 39 exported',
    'class App.Core.Person 42 exported',
    'class App.Core.Extensions 43-46 exported',
    'method App.Core.Extensions.Run 45 exported c1',
    'import 1 System',
    'import 2 System.Math',
    'import 3 System.Text.Json',
  ]);
});
