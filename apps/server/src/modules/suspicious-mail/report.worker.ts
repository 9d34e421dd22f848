import { parentPort } from 'node:worker_threads';
import { readReport } from './report-message.ts';

parentPort!.on('message', ({ id, task }: { id: number; task: Uint8Array }) => {
  readReport(Buffer.from(task)).then(
    (report) => parentPort!.postMessage({ id, answer: report }),
    (error: Error) => parentPort!.postMessage({ id, error: error.message }),
  );
});
