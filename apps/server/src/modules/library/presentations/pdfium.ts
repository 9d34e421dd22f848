import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { PDFiumModule } from '@hyzyla/pdfium';
import { DeckError } from './deck.types.ts';

/** Functions of the library that its own types leave out. */
type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> & {
  _FPDF_LoadCustomDocument(access: number, password: number): number;
  _FPDF_CloseDocument(document: number): void;
  readonly wasmExports: { readonly __indirect_function_table: WebAssembly.Table };
};

const PASSWORD = 4;
const SECURITY = 5;
const ANNOTATIONS = 1;
/** The library draws BGRA; with this flag RGBA. */
const REVERSE_BYTE_ORDER = 16;
const RGBA = 4;
const WHITE = 0xff_ff_ff_ff;

/**
 * `(import "e" "f" (func (param i32 i32 i32 i32) (result i32))) (export "f" (func 0))`: a table of functions accepts
 * functions of WebAssembly only.
 */
const WRAPPER = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 9, 1, 96, 4, 127, 127, 127, 127, 1, 127, 2, 7, 1, 1, 101, 1, 102, 0, 0, 7, 5, 1, 1,
  102, 0, 0,
]);

export type Drawing = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };
export type PdfFile = {
  readonly pages: number;
  /** Draws a page into the box; `use` gets pixels that are valid until it ends. Returns the text of the page. */
  draw(
    index: number,
    box: { width: number; height: number },
    use: (made: Drawing) => Promise<unknown>,
  ): Promise<string>;
  close(): void;
};

/**
 * Opens a PDF file and reads its parts from the disk when they are needed, so that memory does not grow with the size of
 * the file. Throws DeckError.
 */
export const openPdf = async (path: string): Promise<PdfFile> => {
  const pdfium = (await PDFiumModule({})) as Pdfium;
  pdfium._FPDF_InitLibraryWithConfig({ version: 2 });
  const file = openSync(path, 'r');
  const access = giveFile(pdfium, file);
  const pdf = pdfium._FPDF_LoadCustomDocument(access, 0);
  if (pdf === 0) {
    const code = pdfium._FPDF_GetLastError();
    closeSync(file);
    throw new DeckError(code === PASSWORD || code === SECURITY ? 'presentation.encrypted' : 'presentation.broken');
  }
  return {
    pages: pdfium._FPDF_GetPageCount(pdf),
    draw: async (index, box, use) => {
      const page = pdfium._FPDF_LoadPage(pdf, index);
      if (page === 0) throw new DeckError('presentation.broken', { page: index + 1 });
      try {
        await drawPage(pdfium, page, box, use);
        return readText(pdfium, page);
      } finally {
        pdfium._FPDF_ClosePage(page);
      }
    },
    close: () => {
      pdfium._FPDF_CloseDocument(pdf);
      closeSync(file);
    },
  };
};

/** Makes FPDF_FILEACCESS: the length of the file and the function that reads a block of it. Returns its address. */
const giveFile = (pdfium: Pdfium, file: number): number => {
  const read = (_: number, position: number, target: number, length: number): number => {
    const size = length >>> 0;
    return readSync(file, pdfium.HEAPU8, target >>> 0, size, position >>> 0) === size ? 1 : 0;
  };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(WRAPPER), { e: { f: read } });
  // The table cannot grow. Place 0 is never used, because compiled code treats function 0 as a null pointer.
  pdfium.wasmExports.__indirect_function_table.set(0, exports['f']);
  const access = pdfium.wasmExports.malloc(12);
  new DataView(pdfium.HEAPU8.buffer).setUint32(access, fstatSync(file).size, true);
  pdfium.HEAPU8.fill(0, access + 4, access + 12);
  return access;
};

type Box = { readonly width: number; readonly height: number };
const drawPage = async (pdfium: Pdfium, page: number, box: Box, handle: (made: Drawing) => Promise<unknown>) => {
  const [pageWidth, pageHeight] = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)];
  const scale = Math.min(box.width / pageWidth, box.height / pageHeight);
  if (!Number.isFinite(scale)) throw new DeckError('presentation.broken');
  const width = Math.max(1, Math.round(pageWidth * scale));
  const height = Math.max(1, Math.round(pageHeight * scale));
  const size = width * height * 4;
  const pixels = pdfium.wasmExports.malloc(size);
  const bitmap = pixels === 0 ? 0 : pdfium._FPDFBitmap_CreateEx(width, height, RGBA, pixels, width * 4);
  if (bitmap === 0) throw new DeckError('presentation.too_complex');
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, ANNOTATIONS | REVERSE_BYTE_ORDER);
    await handle({ width, height, pixels: pdfium.HEAPU8.subarray(pixels, pixels + size) });
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap);
    pdfium.wasmExports.free(pixels);
  }
};

/** Enough for the title and the alternative text of a slide. */
const CHARACTERS_READ = 4_000;
const readText = (pdfium: Pdfium, page: number): string => {
  const text = pdfium._FPDFText_LoadPage(page);
  if (text === 0) return '';
  try {
    const count = Math.min(CHARACTERS_READ, pdfium._FPDFText_CountChars(text));
    if (count <= 0) return '';
    const target = pdfium.wasmExports.malloc((count + 1) * 2);
    const written = pdfium._FPDFText_GetText(text, 0, count, target);
    const bytes = Buffer.from(pdfium.HEAPU8.slice(target, target + Math.max(0, written - 1) * 2));
    pdfium.wasmExports.free(target);
    return bytes.toString('utf16le').toWellFormed();
  } finally {
    pdfium._FPDFText_ClosePage(text);
  }
};
