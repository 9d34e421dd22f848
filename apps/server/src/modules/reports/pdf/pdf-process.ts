import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { PdfTask } from './pdf.ts';
import { layOut } from './pdf-layout.ts';

// Runs as a separate process of low priority, so that reports and archives of certificates leave the processors to emails and
// requests. It ends with the server.

/** On Linux a tenth of the share of a process of normal priority. The lowest priority starves when the processors are busy. */
const LOW_PRIORITY = 10;
/** Linux sets the priority of single threads; V8 has started some already. Threads started later inherit the priority. */
const threads = (): number[] => (process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0]);
try {
  for (const id of threads()) setPriority(id, LOW_PRIORITY);
} catch {
  // A container may forbid the change of priority; the documents are correct without it.
}

process.on('message', (task: PdfTask) => {
  void layOut(task).then((message) => process.send!(message));
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
