import { compile, type FormatCallback, type SelectorDefinition } from 'html-to-text';

const lines = (selectors: string[], breaks: number): SelectorDefinition[] =>
  selectors.map((selector) => ({
    selector,
    format: 'block',
    options: { leadingLineBreaks: breaks, trailingLineBreaks: breaks },
  }));

/** Pictures are replaced by their description; their address is useless in plain text. */
const alternative: FormatCallback = (element, _walk, builder) => builder.addInline(element.attribs?.alt ?? '');
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

const convert = compile({
  wordwrap: false,
  // Deeply nested elements would otherwise exhaust the stack.
  limits: { maxDepth: 200 },
  // Unlike the default, a zero-width space is a character here, as in browsers.
  whitespaceCharacters: ' \t\r\n\f',
  formatters: { alternative, cell },
  selectors: [
    ...['head', 'title', 'noscript', 'template', 'svg'].map((selector) => ({ selector, format: 'skip' })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
      selector,
      options: { uppercase: false, leadingLineBreaks: 2 },
    })),
    ...lines(['table', 'dl', 'figure'], 2),
    ...lines(
      ['div', 'tr', 'section', 'article', 'header', 'footer', 'main', 'address', 'dt', 'dd', 'center', 'form'],
      1,
    ),
    { selector: 'a', options: { linkBrackets: ['(', ')'], hideLinkHrefIfSameAsText: true } },
    { selector: 'ul', options: { itemPrefix: '• ' } },
    { selector: 'hr', options: { length: 10, leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'img', format: 'alternative' },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
  ],
});

/** Converts an HTML email to readable plain text: paragraphs, list marks, link addresses, descriptions of pictures. */
export const htmlToText = (html: string): string => `${convert(html).trim()}\n`;
