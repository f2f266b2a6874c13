/** An answer as it is printed. */
import type { Answer, OutputFormat } from '../../shared/contract.ts';
import { renderJson, renderNdjson } from './json.ts';
import { type Paint, plain } from './paint.ts';
import { renderText } from './text.ts';

/** The printed answer in `format`, line break at the end included; the same answer gives the same bytes. */
export function print(answer: Answer, format: OutputFormat, paint: Paint = plain): string {
  switch (format) {
    case 'text':
      return renderText(answer, paint);
    case 'json':
      return renderJson(answer);
    case 'ndjson':
      return renderNdjson(answer);
    default:
      return format satisfies never;
  }
}
