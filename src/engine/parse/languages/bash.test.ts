import { expect, test } from 'vitest';
import { outlineText } from '../../../../testing/outline-text.ts';
import { parseFile } from '../parse-file.ts';

const bashSource = String.raw`#!/usr/bin/env bash
source ./lib.sh
. "other.sh"

LIMIT=3
readonly NAME="x"
export -a ITEMS=(1 2)

# Builds all.
build() {
  local target=$1
  if [ -z "$target" ]; then
    echo none
  elif [ -f "$target" ]; then
    for f in *.c; do cc "$f"; done
  fi
  case "$target" in
    all) build a ;;
    *) return 1 ;;
  esac
}

function clean {
  while true; do break; done
}

build "$@"
`;

test('Bash: names, kinds, lines, parents, visibility, complexity, imports', () => {
  const parsed = parseFile({ path: 'sample', text: bashSource, language: 'bash' });
  expect(parsed.parser).toBe('ast');
  expect(outlineText(parsed)).toEqual([
    'const LIMIT 5 exported',
    'const NAME 6 exported',
    'const ITEMS 7 exported',
    'fn build 10-21 exported c5',
    'fn clean 23-25 exported c2',
    'import 2 ./lib.sh',
    'import 3 other.sh',
  ]);
});
