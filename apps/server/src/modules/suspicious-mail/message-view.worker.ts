import { parentPort } from 'node:worker_threads';
import { type ViewTask, viewMessage } from './message-view.ts';

parentPort!.on('message', ({ id, task }: { id: number; task: ViewTask }) => {
  viewMessage(task).then(
    (view) => parentPort!.postMessage({ id, answer: view }),
    (error: Error) => parentPort!.postMessage({ id, error: error.message }),
  );
});
