/** Parts of printed text that a terminal may colour. */
export type TextPart = 'header' | 'label' | 'path' | 'line' | 'match' | 'symbol' | 'tag' | 'why';

export type Paint = (part: TextPart, text: string) => string;

export function plain(_part: TextPart, text: string): string {
  return text;
}
