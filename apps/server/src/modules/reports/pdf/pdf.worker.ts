import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
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
// Reports and certificates give way to the sending of emails and to requests. Linux takes the id of a thread here; elsewhere
// the thread keeps its priority.
if ((workerData as { background: boolean }).background && process.platform === 'linux')
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), 10);
// A report is self-contained: nothing is fetched, and no file except the fonts is read.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => dirname(path) === fonts);

parentPort!.on('message', async ({ id, spec }: PdfTask) => {
  const answer = (message: FromPdf, transfer: ArrayBuffer[] = []) => parentPort!.postMessage(message, transfer);
  try {
    const pdf = new Uint8Array(await pdfmake.createPdf(toDocument(spec)).getBuffer());
    answer({ id, pdf }, [pdf.buffer]);
  } catch (error) {
    answer({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
