import { expect, test } from 'vitest';
import { outlineText } from '../../../../testing/outline-text.ts';
import { parseFile } from '../parse-file.ts';

const scalaSource = String.raw`package com.example

import scala.collection.mutable.{Map, Set => MutableSet}
import cats.effect._

/** A user. */
case class User(name: String, age: Int) extends Base with Finder {
  val id: Int = 1
  var seen = false
  type Key = String

  def find(key: Key): Option[User] = {
    if (key.isEmpty) None
    else {
      for (c <- key) println(c)
      key match {
        case "a" => Some(this)
        case _ => None
      }
    }
  }

  private def secret = 1
}

object User {
  val Table = "users"
  def apply(name: String): User = new User(name, 0)
}

sealed trait Finder {
  def find(key: String): Option[User]
}

enum Color {
  case Red, Green
}
`;

test('Scala: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: scalaSource, language: 'scala' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'class User 7-24 exported',
    'field User.id 8 exported',
    'field User.seen 9 exported',
    'type User.Key 10 exported',
    'method User.find 12-21 exported c4',
    'method User.secret 23 c1',
    'class User 26-29 exported',
    'field User.Table 27 exported',
    'method User.apply 28 exported c1',
    'interface Finder 31-33 exported',
    'method Finder.find 32 exported',
    'enum Color 35-37 exported',
    'const Color.Red 36 exported',
    'const Color.Green 36 exported',
    'import 3 scala.collection.mutable: Map Set',
    'import 4 cats.effect: *',
  ]);
});
