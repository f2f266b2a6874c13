import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languageId, languageOf } from './languages.ts';

test.each([
  ['src/a.ts', 'typescript'],
  ['src/a.mts', 'typescript'],
  ['src/A.TSX', 'tsx'],
  ['a.jsx', 'javascript'],
  ['a.py', 'python'],
  ['a.pyi', 'python'],
  ['main.go', 'go'],
  ['lib.rs', 'rust'],
  ['A.java', 'java'],
  ['a.c', 'c'],
  ['a.h', 'c'],
  ['a.hpp', 'cpp'],
  ['a.cc', 'cpp'],
  ['A.cs', 'csharp'],
  ['a.rb', 'ruby'],
  ['Rakefile', 'ruby'],
  ['a.php', 'php'],
  ['a.blade.php', 'blade'],
  ['a.sh', 'bash'],
  ['.bashrc', 'bash'],
  ['a.kt', 'kotlin'],
  ['build.gradle.kts', 'kotlin'],
  ['a.lua', 'lua'],
  ['a.ex', 'elixir'],
  ['A.scala', 'scala'],
  ['A.swift', 'swift'],
  ['a.m', 'objective-c'],
  ['a.pl', 'perl'],
  ['a.sql', 'sql'],
  ['README.md', 'markdown'],
  ['index.html', 'html'],
  ['a.yml', 'yaml'],
  ['tsconfig.json', 'jsonc'],
  ['Makefile', 'makefile'],
  ['Dockerfile', 'dockerfile'],
  ['CMakeLists.txt', 'cmake'],
  ['notes.txt', 'text'],
  ['go.mod', 'go-mod'],
])('%s is %s', (path, language) => {
  expect(languageOf(path)).toBe(language);
});

test.each(['constructor', 'a.constructor', '__proto__', 'a.unheard-of', 'a.lock', 'a.inc', ''])(
  '%s has no language by name',
  (path) => expect(languageOf(path)).toBeNull(),
);

test.each([
  ['#!/bin/sh -e', 'bash'],
  ['#!/usr/bin/env node', 'javascript'],
  ['#! /usr/bin/env -S PYTHONPATH=. python3.12 -u', 'python'],
  ['#!/usr/bin/perl', 'perl'],
  ['<?php declare(strict_types=1);', 'php'],
])('the first line %s names the language of a file without extension', (firstLine, language) => {
  expect(languageOf('bin/run', firstLine)).toBe(language);
  expect(languageOf('bin/run.go', firstLine)).toBe('go');
});

test('a first line that is no interpreter line says nothing', () => {
  expect(languageOf('bin/run', '# python')).toBeNull();
  expect(languageOf('bin/run', '#!')).toBeNull();
});

test.each([
  ['ts', 'typescript'],
  ['TypeScript', 'typescript'],
  ['js', 'javascript'],
  ['jsx', 'javascript'],
  ['py', 'python'],
  ['rb', 'ruby'],
  ['rs', 'rust'],
  ['c++', 'cpp'],
  ['C#', 'csharp'],
  ['cs', 'csharp'],
  ['sh', 'bash'],
  ['shell', 'bash'],
  ['golang', 'go'],
  ['kt', 'kotlin'],
  ['ex', 'elixir'],
  ['md', 'markdown'],
  ['yml', 'yaml'],
  ['common lisp', 'common-lisp'],
  ['objc', 'objective-c'],
])('people say %s for %s', (alias, language) => {
  expect(languageId(alias)).toBe(language);
});

test.each(['klingon', '', 'constructor', 'toString'])('%s is no language', (alias) => {
  expect(languageId(alias)).toBeNull();
});

test('the table stays small: every command loads it', () => {
  const bytes = readFileSync(new URL('./languages.generated.json', import.meta.url)).length;
  expect(bytes).toBeLessThan(50_000);
});
