import { parentPort } from 'node:worker_threads';
import type { PdfTask } from './pdf.ts';
import { layOut } from './pdf-layout.ts';

parentPort!.on('message', async (task: PdfTask) => {
  const message = await layOut(task);
  parentPort!.postMessage(message, 'pdf' in message ? [message.pdf.buffer] : []);
});
