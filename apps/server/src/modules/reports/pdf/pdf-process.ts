import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { PdfTask } from './pdf.ts';
import { layOut } from './pdf-layout.ts';

// Runs as a separate process of low priority, so that reports and archives of certificates leave the processors to emails and
// requests. Its argument is the priority, from 0 to 19 (lowest). It ends with the server.

const priority = Number(process.argv[2]);
/** Linux sets the priority of single threads; V8 has started some already. Threads started later inherit the priority. */
const threads = (): number[] => (process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0]);
try {
  for (const id of threads()) setPriority(id, priority);
} catch {
  // A container may forbid the change of priority; the documents are correct without it.
}

process.on('message', (task: PdfTask) => {
  void layOut(task).then((message) => process.send!(message));
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
