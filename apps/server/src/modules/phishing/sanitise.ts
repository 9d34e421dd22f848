import sanitizeHtml, { type IOptions } from 'sanitize-html';

// Letters and pages are written by administrators and shown to people who trust the organisation: whatever could run,
// load from elsewhere or send what is typed is taken out when they are saved.

const layout = [
  'html',
  'head',
  'title',
  'meta',
  'style',
  'body',
  'table',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'td',
  'th',
  'caption',
  'colgroup',
  'col',
  'div',
  'span',
  'p',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'a',
  'img',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'small',
  'big',
  'sub',
  'sup',
  'font',
  'center',
  'blockquote',
  'pre',
  'code',
  'abbr',
  'address',
  'time',
];
const pageOnly = [
  'header',
  'footer',
  'main',
  'section',
  'article',
  'aside',
  'nav',
  'figure',
  'figcaption',
  'form',
  'label',
  'input',
  'select',
  'option',
  'optgroup',
  'textarea',
  'button',
  'fieldset',
  'legend',
  'details',
  'summary',
  'mark',
  'progress',
];
const everywhere = [
  'style',
  'class',
  'id',
  'dir',
  'lang',
  'title',
  'role',
  'aria-*',
  'align',
  'valign',
  'width',
  'height',
  'bgcolor',
  'border',
  'cellpadding',
  'cellspacing',
  'colspan',
  'rowspan',
  'color',
  'face',
  'size',
  'background',
];

const base: IOptions = {
  allowedAttributes: {
    '*': everywhere,
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt'],
    meta: ['charset', 'name', 'content'],
    td: ['nowrap', 'scope'],
    th: ['nowrap', 'scope'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  allowVulnerableTags: true, // style and title: the text of a style sheet is cleaned below
  parseStyleAttributes: false,
  enforceHtmlBoundary: false,
  disallowedTagsMode: 'discard',
  nonTextTags: ['script', 'noscript', 'iframe', 'object', 'embed', 'svg', 'math', 'template'],
};

/** Anything in a style that loads from outside, or that old browsers run. Pictures inside the text stay. */
export const cleanCss = (css: string): string =>
  css
    // An escape or a comment could hide the words that are looked for; quoted signs may stay.
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/("[^"\n]*"|'[^'\n]*')|\\/g, (_, quoted: string | undefined) => quoted ?? '')
    .replace(/@(?!media|supports|font-face|keyframes|-webkit-keyframes|page)[\w-]+[^;{]*;?/gi, '')
    .replace(/url\(\s*(["']?)(?!data:(?:image|font)\/)[^)]*\)/gi, 'none')
    .replace(/(?:image-set|expression|-moz-binding|behavior)\s*[(:][^;}"]*/gi, 'none');

type Attributes = Record<string, string>;
const clean = (name: string, attributes: Attributes): Attributes => {
  const { background, ...rest } = attributes;
  if (rest.style !== undefined) rest.style = cleanCss(rest.style);
  if (background?.startsWith('data:image/')) rest.background = background;
  if (name === 'img' && !/^data:image\/(?:png|jpeg|gif|webp);base64,/.test(rest.src ?? '')) delete rest.src;
  return rest;
};
const transform = (name: string, attributes: Attributes) => ({ tagName: name, attribs: clean(name, attributes) });

const safeMso =
  /^(?:\s*<\/?(?:table|tr|td)(?:\s+(?:role|width|align|cellpadding|cellspacing|border|bgcolor)="[\w%#]*")*>)*\s*$/;

/** Outlook's conditional comments carry the layout table it needs; those that hold only such a table stay. */
const keepMso = (html: string) => {
  const kept: string[] = [];
  const marked = html.replace(/<!--\[if (?:gte )?mso(?: \d+)?\]>([\s\S]*?)<!\[endif\]-->/g, (whole, inside: string) => {
    if (!safeMso.test(inside)) return '';
    kept.push(whole);
    return `%%mso${kept.length - 1}%%`;
  });
  return {
    marked: marked.replace(/<!--[\s\S]*?-->/g, ''),
    restore: (text: string) => text.replace(/%%mso(\d+)%%/g, (_, n) => kept[Number(n)] ?? ''),
  };
};

const run = (html: string, options: IOptions): string => {
  const { marked, restore } = keepMso(html);
  const cleaned = sanitizeHtml(marked, {
    ...options,
    transformTags: { '*': transform, ...options.transformTags },
    exclusiveFilter: (frame) => frame.tag === 'meta' && /url\s*=|:\/\//i.test(frame.attribs.content ?? ''),
  })
    .replace(
      /(<style[^>]*>)([\s\S]*?)(<\/style>)/gi,
      (_, open: string, css: string, close: string) => open + cleanCss(css) + close,
    )
    .trim();
  return restore(/<html[\s>]/i.test(cleaned) ? `<!DOCTYPE html>\n${cleaned}\n` : cleaned);
};

/** A letter as mail clients take it: tables and inline styles stay; scripts, frames, forms and outside pictures go. */
export const sanitiseLetter = (html: string): string => run(html, { ...base, allowedTags: layout });

/**
 * A landing page: its form goes nowhere by itself, and its fields have no names, so that a browser sends nothing of
 * what is typed even without our script. Which kind of field it is stays in `data-field`.
 */
export const sanitisePage = (html: string): string =>
  run(html, {
    ...base,
    allowedTags: [...layout, ...pageOnly],
    allowedAttributes: {
      ...base.allowedAttributes,
      form: ['autocomplete', 'novalidate'],
      label: ['for'],
      input: [
        'type',
        'placeholder',
        'required',
        'data-field',
        'value',
        'checked',
        'disabled',
        'maxlength',
        'inputmode',
        'autocomplete',
        'readonly',
      ],
      select: ['required', 'data-field', 'disabled'],
      option: ['value', 'selected', 'disabled'],
      textarea: ['placeholder', 'required', 'data-field', 'rows', 'cols', 'maxlength', 'autocomplete'],
      button: ['type', 'disabled'],
      details: ['open'],
      progress: ['value', 'max'],
    },
    transformTags: {
      form: (name, attributes) => ({ tagName: name, attribs: { ...clean(name, attributes), autocomplete: 'off' } }),
      input: (name, attributes) => ({
        tagName: name,
        // An image button sends where it was pressed even without a name.
        attribs: { ...clean(name, attributes), ...(/^image$/i.test(attributes.type ?? '') ? { type: 'submit' } : {}) },
      }),
    },
  });

/** A redirect page has nothing to fill in. */
export const sanitiseRedirectPage = (html: string): string =>
  run(html, {
    ...base,
    allowedTags: [...layout, 'header', 'footer', 'main', 'section', 'article', 'aside', 'figure', 'figcaption'],
  });

const dangers =
  /<(?:script|iframe|object|embed|base|link|svg|math)\b|\son[a-z]+\s*=\s*["']?[\w(]|javascript:|<[^>]+\b(?:src|srcset|formaction|action)\s*=\s*["']?(?!data:)\s*[\w/]|http-equiv/i;

/** What must never be left after cleaning; a second look that shares nothing with the first. */
export const isUnsafe = (html: string): boolean => dangers.test(html.replace(/>[^<]*</g, '><'));
