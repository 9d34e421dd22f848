import sanitize from 'sanitize-html';

/** Keeps text, lists, quotations, small tables, advice and example boxes of a slide; removes styles, links and scripts. */
export const cleanSlideHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: [
      'p',
      'br',
      'ul',
      'ol',
      'li',
      'strong',
      'em',
      'b',
      'i',
      'u',
      'blockquote',
      'h3',
      'h4',
      'div',
      'code',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
    ],
    allowedAttributes: { div: ['class'], th: ['colspan', 'rowspan', 'scope'], td: ['colspan', 'rowspan'] },
    allowedClasses: { div: ['callout', 'example'] },
    disallowedTagsMode: 'discard',
    enforceHtmlBoundary: false,
  }).trim();
