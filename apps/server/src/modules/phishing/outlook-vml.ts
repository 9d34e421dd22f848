// Word draws an email in Outlook for Windows. It knows no rounded corners and no background pictures of tables, so generators
// of emails draw buttons and backgrounds with VML in conditional comments, and set the resolution of pictures in an `xml` block.

const shapes = 'v:roundrect v:rect v:shape v:oval v:line v:group v:image'.split(' ');
const parts = 'v:background v:imagedata v:fill v:stroke v:shadow v:textbox v:path w:anchorlock w:wrap o:lock'.split(
  ' ',
);
/** Elements of VML that a conditional comment may contain. */
export const vmlTags: ReadonlySet<string> = new Set([...shapes, ...parts]);

/** Settings of Office, with the spelling of their names: Word reads them as XML, and parsers of HTML only know small letters. */
export const officeNames: ReadonlyMap<string, string> = new Map(
  ['o:OfficeDocumentSettings', 'o:AllowPNG', 'o:PixelsPerInch', 'o:TargetScreenSize'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);
export const officeTags: ReadonlySet<string> = new Set(['xml', ...officeNames.keys()]);
/** Settings of Word documents, which an email does not need. They are removed with their content. */
export const wordSettings: ReadonlySet<string> = new Set(
  'w:worddocument w:latentstyles m:mathpr o:shapedefaults o:shapelayout o:documentproperties'.split(' '),
);

const namespaces = 'xmlns:v xmlns:o xmlns:w';
const drawing = `alt title coordsize coordorigin fill filled fillcolor stroke stroked strokecolor strokeweight arcsize inset
  opacity path ${namespaces}`;
const attributes: Readonly<Record<string, string>> = {
  'v:fill': 'type src color color2 size aspect origin position opacity angle focus method alignshape',
  'v:imagedata': 'src title',
  'v:image': `src href target ${drawing}`,
  'v:stroke': 'color weight opacity dashstyle joinstyle endcap',
  'v:shadow': 'color offset opacity',
  'v:background': `fill fillcolor ${namespaces}`,
  'v:textbox': 'inset',
  'v:path': 'textboxrect gradientshapeok',
  'w:wrap': 'type anchorx anchory',
  xml: namespaces,
};
/** Attributes of an element in a conditional comment, besides those of all elements. */
export const vmlAttributes = (tag: string): string | undefined =>
  attributes[tag] ?? (shapes.includes(tag) ? `href target ${drawing}` : undefined);

const namespaceValues: ReadonlySet<string> = new Set([
  'urn:schemas-microsoft-com:vml',
  'urn:schemas-microsoft-com:office:office',
  'urn:schemas-microsoft-com:office:word',
  'http://www.w3.org/1999/xhtml',
]);
export const isNamespace = (value: string): boolean => namespaceValues.has(value.trim());

/** Elements that stay open across comments: the shape begins in one comment and ends in another. */
const TAG = /<(\/?)(v:[a-z]+)([^<>]*)>/g;
type VmlTag = { readonly name: string; readonly isEnd: boolean };
/** The tags of VML in a cleaned comment that open or close an element. */
export const openVmlTags = (text: string): VmlTag[] =>
  Array.from(text.matchAll(TAG))
    .filter((match) => !match[3]!.endsWith('/'))
    .map((match) => ({ name: match[2]!, isEnd: match[1] === '/' }));
