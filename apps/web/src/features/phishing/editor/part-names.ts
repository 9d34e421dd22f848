/** Kinds of parts of an email or page that have a name of their own; `other` names the rest. */
export const partKinds = [
  'other',
  'text',
  'heading',
  'link',
  'image',
  'table',
  'tbody',
  'row',
  'cell',
  'list',
  'item',
  'divider',
  'form',
  'field',
  'label',
  'select',
  'button',
  'wrapper',
  'comment',
  'svg',
] as const;
export type PartKind = (typeof partKinds)[number];
export type PartNames = Readonly<Record<PartKind, string>>;

const byTag: Readonly<Record<string, PartKind>> = {
  a: 'link',
  img: 'image',
  table: 'table',
  tbody: 'tbody',
  thead: 'tbody',
  tfoot: 'tbody',
  tr: 'row',
  td: 'cell',
  th: 'cell',
  ul: 'list',
  ol: 'list',
  li: 'item',
  hr: 'divider',
  form: 'form',
  input: 'field',
  textarea: 'field',
  label: 'label',
  legend: 'label',
  select: 'select',
  button: 'button',
  svg: 'svg',
};
const byType: Readonly<Record<string, PartKind>> = {
  wrapper: 'wrapper',
  comment: 'comment',
  svg: 'svg',
  'svg-in': 'svg',
};

/** The kind of a part, from its type in GrapesJS and its tag. Without this, GrapesJS shows the English name of the tag. */
export const partKind = (type: string, tag: string): PartKind =>
  byType[type] ??
  (/^h[1-6]$/.test(tag) ? 'heading' : byTag[tag]) ??
  (type === 'text' || type === 'own-text' || /^(?:p|span|b|strong|i|em|u|font|small|br)$/.test(tag) ? 'text' : 'other');
