import { parentPort } from 'node:worker_threads';
import { AppError } from '../../../platform/errors.ts';
import type { CheckAnswer, CheckTask } from './checking.ts';
import { checkContent } from './content-check.ts';
import { reportsOf } from './office.ts';
import { isOfficeFormat } from './office-check.ts';
import { readPackage } from './package.ts';

const check = async ({ bytes, name }: CheckTask): Promise<CheckAnswer> => {
  const file = Buffer.from(bytes);
  try {
    const format = await checkContent(file, name);
    return { format, reports: isOfficeFormat(format) ? reportsOf(await readPackage(file), format) : null };
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, details: error.details };
    throw error;
  }
};

parentPort!.on('message', ({ id, task }: { id: number; task: CheckTask }) => {
  check(task).then(
    (answer) => parentPort!.postMessage({ id, answer }),
    (error: Error) => parentPort!.postMessage({ id, error: error.message }),
  );
});
