/** Which files are prose and which are settings, by name. */

const PROSE_EXTENSION = /\.(md|mdx|markdown|mdown|rst|adoc|asciidoc|textile|org|rdoc|pod|txt|rtf|tex|wiki|man|[1-9])$/i;
/** In capitals, as the custom is (`LICENSE-MIT`, `README.de`), or alone: `security-scan.hcl` is a program. */
const PROSE_NAME =
  /^(README|CHANGELOG|CHANGES|HISTORY|NEWS|LICEN[SC]E|COPYING|NOTICE|AUTHORS|CONTRIBUTORS|MAINTAINERS|CONTRIBUTING|SECURITY|TODO|INSTALL|PATENTS)([-_.][\w.-]*)?$/;
const PROSE_WORD = /^(readme|changelog|license|licence|copying|notice|authors)$/i;
/** Text files that tools read: they end like prose. */
const CONFIG_TEXT =
  /^(cmakelists|(dev-|test-)?requirements([-_.].*)?|constraints([-_.].*)?|robots|humans|ads|\.?codeowners)\.txt$/i;

/** True for what people read rather than run: Markdown and its kin, plain text, README and LICENSE. */
export function isProseFile(name: string): boolean {
  if (CONFIG_TEXT.test(name)) return false;
  if (PROSE_EXTENSION.test(name) || PROSE_WORD.test(name)) return true;
  return PROSE_NAME.test(name) && !CODE_EXTENSION.test(name);
}

/** `INSTALL.py` is a program, whatever its first word. */
const CODE_EXTENSION =
  /\.(py|rb|[cm]?[jt]sx?|go|rs|java|kt|c|h|cc|cpp|hpp|cs|php|sh|pl|lua|ex|exs|scala|swift|vue|svelte|html?|css|scss|sql|json|ya?ml|toml|xml|ini|proto)$/i;

/** Settings, and the data files that lie beside code: tables, translations, pictures as text. */
const CONFIG_EXTENSION =
  /\.(ya?ml|toml|json|json5|jsonc|jsonl|ini|cfg|cnf|conf|config|properties|env|lock|lockb|sum|xml|xsd|plist|csproj|fsproj|vbproj|vcxproj|props|targets|sln|slnx|gradle|gradle\.kts|cmake|mk|am|ac|in|bzl|bazel|nix|editorconfig|csv|tsv|svg|po|pot|xlf|resx|strings|example|sample|template|dist)$/i;
const CONFIG_NAME =
  /^(dockerfile|containerfile|makefile|gnumakefile|jenkinsfile|vagrantfile|procfile|brewfile|gemfile|rakefile|podfile|fastfile|pipfile|justfile|tiltfile|caddyfile|build|workspace|go\.mod|go\.work|setup\.py|codeowners|meson\.build)([.-][\w.-]*)?$/i;
/** `vite.config.ts`, `karma.conf.js`, `.eslintrc.cjs`: programs that are settings. */
const CONFIG_PROGRAM = /(\.(config|conf)\.[cm]?[jt]s|rc\.[cm]?js)$/i;
const CI_FOLDERS = new Set([
  '.github',
  '.gitlab',
  '.circleci',
  '.buildkite',
  '.devcontainer',
  '.vscode',
  '.idea',
  '.husky',
]);

/** True for settings of tools and programs, build files and CI. `folders` are lower-case. */
export function isConfigFile(parts: { folders: readonly string[]; name: string }): boolean {
  const { folders, name } = parts;
  if (folders.some((folder) => CI_FOLDERS.has(folder))) return true;
  if (CONFIG_TEXT.test(name) || CONFIG_EXTENSION.test(name) || CONFIG_PROGRAM.test(name)) return true;
  if (CONFIG_NAME.test(name) && !CODE_EXTENSION.test(name.replace(/^setup\.py$/i, ''))) return true;
  // Dot files are settings of a tool unless they are programs in their own right.
  return name.startsWith('.') && !/\.([jt]sx?|py|rb|go|rs)$/i.test(name);
}
