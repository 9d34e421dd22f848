import { createRequire } from 'node:module';

type ParsedFont = { _glyphs: object };
type Embedded = { readonly font: ParsedFont };
/** What is used here of the PDF library's document. */
type FontedDocument = {
  readonly fontCache: Record<string, Record<string, Embedded>>;
  readonly _fontFamilies: Record<string, Embedded>;
  _fontCount: number;
  getFontType(bold: boolean, italics: boolean): string;
  provideFont(family: string, bold: boolean, italics: boolean): Embedded;
};
type EmbeddedClass = new (document: FontedDocument, font: ParsedFont, id: string) => Embedded;

/**
 * Parses each font file once per thread. The PDF library parses the fonts again for each document, which is two thirds of
 * the time of a one-page document (decision 0216). Each document embeds a subset of its own and begins with no glyphs: embedding
 * adds the parts of composite glyphs to them without their characters, and such a glyph could not be read back as text.
 */
export const shareFonts = (): void => {
  const load = createRequire(import.meta.url);
  const { default: library } = load('pdfmake/js/PDFDocument.js') as { default: { prototype: FontedDocument } };
  const provide = library.prototype.provideFont;
  const parsed = new Map<string, { font: ParsedFont; make: EmbeddedClass }>();
  library.prototype.provideFont = function shared(this: FontedDocument, family, bold, italics) {
    const type = this.getFontType(bold, italics);
    const sharedFont = parsed.get(`${family} ${type}`);
    const fonts = (this.fontCache[family] ??= {});
    if (fonts[type]) return fonts[type];
    if (!sharedFont) {
      const provided = provide.call(this, family, bold, italics);
      parsed.set(`${family} ${type}`, { font: provided.font, make: provided.constructor as EmbeddedClass });
      return provided;
    }
    sharedFont.font._glyphs = {};
    const id = `F${++this._fontCount}`;
    const font = new sharedFont.make(this, sharedFont.font, id);
    this._fontFamilies[id] = font;
    fonts[type] = font;
    return font;
  };
};
