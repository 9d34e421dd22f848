import { addressMeaning, mapVariables, type Mapped, variableOfAddress } from './foreign-variables.rules.ts';
import { htmlPieces } from './html-tags.ts';

/** Like `mapVariables`, for the texts and links of an email. Style sheets and other attributes stay as they are. */
export const mapHtmlVariables = (html: string, allowed: readonly string[]): Mapped => {
  const mapped: Mapped['mapped'][number][] = [];
  const unknown: Mapped['unknown'][number][] = [];
  const parts: string[] = [];
  let from = 0;
  const put = (start: number, end: number, text: string): void => {
    parts.push(html.slice(from, start), text);
    from = end;
  };
  for (const piece of htmlPieces(html)) {
    if (piece.kind === 'text') {
      const found = mapVariables(html.slice(piece.start, piece.end), allowed);
      mapped.push(...found.mapped);
      unknown.push(...found.unknown.map((one) => ({ ...one, index: one.index + piece.start })));
      if (found.mapped.length > 0) put(piece.start, piece.end, found.text);
      continue;
    }
    for (const { name, value, start, end } of piece.attributes) {
      const variable = name === 'href' && value !== '{{link}}' ? variableOfAddress(value) : null;
      if (!variable) continue;
      if (addressMeaning(variable) === null) unknown.push({ ...variable, index: start });
      else {
        mapped.push({ found: variable.text, variable: 'link' });
        put(start, end, 'href="{{link}}"');
      }
    }
  }
  return { text: parts.join('') + html.slice(from), mapped, unknown };
};
