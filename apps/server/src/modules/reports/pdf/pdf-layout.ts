import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pdfmake from 'pdfmake';
import type { FromPdf, PdfTask } from './pdf.ts';
import { toDocument } from './report-kit.ts';
import { shareFonts } from './shared-fonts.ts';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');
pdfmake.setFonts({
  Roboto: {
    normal: join(fonts, 'Roboto-Regular.ttf'),
    bold: join(fonts, 'Roboto-Medium.ttf'),
    italics: join(fonts, 'Roboto-Italic.ttf'),
    bolditalics: join(fonts, 'Roboto-MediumItalic.ttf'),
  },
});
shareFonts();
// A report is self-contained: nothing is fetched, and no file except the fonts is read.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => dirname(path) === fonts);

/** Lays out one document; for the worker of a lane. */
export const layOut = async ({ id, spec }: PdfTask): Promise<FromPdf> => {
  try {
    return { id, pdf: new Uint8Array(await pdfmake.createPdf(toDocument(spec)).getBuffer()) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
};
