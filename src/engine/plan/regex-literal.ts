/** `text` as a regex that matches just it, in ripgrep's syntax and in JavaScript's. */
export function regexLiteral(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}
