/** The insert position for text without a caret: inside the body of a whole document, otherwise at the end. */
const endOf = (html: string): number => {
  const body = html.search(/\s*<\/body\s*>/i);
  return body === -1 ? html.search(/\s*(?:<\/html\s*>\s*)?$/i) : body;
};

/**
 * Replaces the selection with a text. `selection` is null while the field has never had the caret; browsers then
 * report position 0, which would put the variable in front of the doctype.
 */
export const insertText = (
  html: string,
  selection: readonly [from: number, to: number] | null,
  text: string,
): { html: string; caret: number } => {
  const [from, to] = selection ?? [endOf(html), endOf(html)];
  return { html: html.slice(0, from) + text + html.slice(to), caret: from + text.length };
};
