/** 20 patterns of the find bench: from none to tens of thousands of hits in a Go repository of 5,400 files. */
export interface FindPattern {
  text: string;
  literal?: true;
  word?: true;
  case?: 'sensitive' | 'insensitive';
}

export const FIND_PATTERNS: FindPattern[] = [
  { text: 'no_such_token_anywhere', literal: true },
  { text: '\\d{3}-\\d{3}-\\d{4}' },
  { text: 'NewContextOpts|ContextGraphWalker' },
  { text: 'func \\(n \\*Node\\w+\\) Execute' },
  { text: 'terraform_remote_state', literal: true, case: 'insensitive' },
  { text: '[Dd]eadlock' },
  { text: '^\\s*//.*\\bFIXME\\b' },
  { text: 'e{2,}r+or' },
  { text: 'TODO', literal: true, case: 'sensitive' },
  { text: 'resource "aws_\\w+"' },
  { text: '"github\\.com/[\\w/-]+/cty"' },
  { text: 'context.Background()', literal: true },
  { text: 'return nil, \\w+$' },
  { text: 'deprecated', case: 'insensitive' },
  { text: '^package \\w+$' },
  { text: 'tfdiags.Diagnostics', literal: true, case: 'sensitive' },
  { text: 'err != nil', literal: true },
  { text: 'plan', word: true },
  { text: 't\\.Fatalf?\\(' },
  { text: 'Provider', literal: true, case: 'sensitive' },
];
