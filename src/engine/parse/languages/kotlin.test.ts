import { expect, test } from 'vitest';
import { outlineText } from '../../../../testing/outline-text.ts';
import { parseFile } from '../parse-file.ts';

const kotlinSource = String.raw`package com.example

import java.util.UUID
import kotlin.collections.*
import com.example.store.Store as Shop

const val LIMIT = 3
private val cache by lazy { HashMap<String, User>() }
typealias Names = List<String>

/** A user. */
@Entity
data class User(val name: String, var age: Int = 0, extra: Int) : Base(), Finder {
    val id = UUID.randomUUID()

    constructor(name: String) : this(name, 0, 1)

    override fun find(key: String): String {
        if (key.isEmpty()) {
            return ""
        }
        for (c in key) {
            while (c == 'a') {
            }
        }
        return when (key) {
            "a" -> "b"
            else -> "c"
        }
    }

    companion object {
        const val TABLE = "users"
        fun of(name: String) = User(name)
    }

    inner class Inner {
        internal fun deep() {}
    }
}

interface Finder {
    fun find(key: String): String
    val size: Int
}

object Registry {
    fun register() {}
}

enum class Color { RED, GREEN }

fun <T> List<T>.second(): T = this[1]
suspend fun String.load() {
    val local = 1
}
`;

test('Kotlin: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: kotlinSource, language: 'kotlin' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'const LIMIT 7 exported',
    'const cache 8',
    'type Names 9 exported',
    'class User 13-40 exported',
    'field User.name 13 exported',
    'field User.age 13 exported',
    'field User.id 14 exported',
    'method User.constructor 16 exported c1',
    'method User.find 18-30 exported c5',
    'field User.TABLE 33 exported',
    'method User.of 34 exported c1',
    'class User.Inner 37-39 exported',
    'method User.Inner.deep 38 c1',
    'interface Finder 42-45 exported',
    'method Finder.find 43 exported',
    'field Finder.size 44 exported',
    'class Registry 47-49 exported',
    'method Registry.register 48 exported c1',
    'enum Color 51 exported',
    'const Color.RED 51 exported',
    'const Color.GREEN 51 exported',
    'fn second 53 exported c1',
    'fn load 54-56 exported c1',
    'import 3 java.util.UUID: UUID',
    'import 4 kotlin.collections: *',
    'import 5 com.example.store.Store: Store',
  ]);
});
