import { styleText } from 'node:util';
import type { Answer, OutputFormat } from '../shared/contract.ts';
import { plain, type Paint, type TextPart } from '../engine/render/paint.ts';
import { print } from '../engine/render/print.ts';

const STYLES: Record<TextPart, Parameters<typeof styleText>[0]> = {
  header: 'dim',
  label: 'bold',
  path: 'magenta',
  line: 'green',
  match: ['bold', 'red'],
  symbol: 'cyan',
  tag: 'dim',
  why: 'dim',
};

// Whether colours are welcome is decided once, in terminal.ts; styleText would ask the stream again for every word.
const coloured: Paint = (part, text) => styleText(STYLES[part], text, { validateStream: false });

/** An answer as it is printed, line break at the end included. */
export function renderAnswer(answer: Answer, format: OutputFormat, colour: boolean): string {
  return print(answer, format, colour ? coloured : plain);
}
