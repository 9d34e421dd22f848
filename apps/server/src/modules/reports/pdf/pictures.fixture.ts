import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

export type Picture = {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  readonly text: string;
};

/** Draws the pages of a PDF file, one pixel a point, as RGBA. */
export const drawPages = async (pdf: Buffer, scale = 1): Promise<Picture[]> => {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const pictures: Picture[] = [];
  for (const page of document.pages()) {
    const text = page.getText(); // rendering closes the page
    const { width, height, data } = await page.render({ scale, render: 'bitmap' });
    pictures.push({ width, height, pixels: new Uint8Array(data), text });
  }
  document.destroy();
  library.destroy();
  return pictures;
};

/** Whether a part of the page, in shares of its width and height, has no ink. */
export const isBlank = (
  page: Picture,
  [left, top, right, bottom]: readonly [number, number, number, number],
): boolean => {
  for (let y = Math.floor(top * page.height); y < Math.floor(bottom * page.height); y++)
    for (let x = Math.floor(left * page.width); x < Math.floor(right * page.width); x++) {
      const at = (y * page.width + x) * 4;
      if (page.pixels[at]! < 250 || page.pixels[at + 1]! < 250 || page.pixels[at + 2]! < 250) return false;
    }
  return true;
};

/** The colour at a point of the page, in shares of its width and height, as #rrggbb. */
export const colorAt = (page: Picture, x: number, y: number): string => {
  const at = (Math.floor(y * page.height) * page.width + Math.floor(x * page.width)) * 4;
  return `#${[0, 1, 2].map((i) => page.pixels[at + i]!.toString(16).padStart(2, '0')).join('')}`;
};

/** Writes a page as PNG, to look at it. */
export const savePage = async (page: Picture, path: string): Promise<void> => {
  await sharp(page.pixels, { raw: { width: page.width, height: page.height, channels: 4 } })
    .removeAlpha()
    .png()
    .toFile(path);
};
