/** Decision points of text without a tree: branch keywords at the start of a statement. */

/**
 * Keywords of the common languages where a statement begins; counting only there keeps comments and prose out. Close
 * to the tree's count on the languages with a grammar: ternaries and boolean operators are missed.
 */
const BRANCH =
  /^[ \t]*(?:\}[ \t]*)?(?:else[ \t]+)?(?:if|for|foreach|while|until|unless|case|when|catch|except|rescue|elif|elsif|elseif|guard|switch)\b/gm;

/** Languages in which these words are prose or data. */
const NOT_CODE: ReadonlySet<string> = new Set(
  'markdown text rst asciidoc org tex json jsonc json5 yaml toml ini xml html css scss less svg csv tsv diff log'.split(
    ' ',
  ),
);

/** Branch count of a text; 0 for prose, data and unknown languages. */
export function lexicalComplexity(text: string, language: string | null): number {
  if (language === null || NOT_CODE.has(language)) return 0;
  return text.match(BRANCH)?.length ?? 0;
}
