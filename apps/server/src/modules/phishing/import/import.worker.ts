import { parentPort } from 'node:worker_threads';
import { HTML_MAX } from '@sergak/contract/phishing/phishing.rules.ts';
import { resolveBlocks } from './import-blocks.ts';
import { changeMarkup, changeSenderName, changeSubject } from './import-markup.ts';
import { openReport } from './import-report.ts';
import { listEmails } from './import-emails.ts';
import { readMhtml } from './import-mhtml.ts';
import { openVariables } from './import-variables.ts';
import { readArchive, readEmail, readSourcePage } from './import-source.ts';
import {
  ImportError,
  type Contents,
  type ContentsOutcome,
  type ContentsTask,
  type ImportOutcome,
  type ImportedPicture,
  type ImportTask,
} from './import.types.ts';

const SOURCE_MAX = 10_000_000;

const importFile = async ({ bytes, format, email, ...task }: ImportTask): Promise<ImportOutcome> => {
  const report = openReport();
  const source = await (format === 'email'
    ? readEmail(bytes, email, report)
    : format === 'zip'
      ? readArchive(bytes)
      : format === 'mhtml'
        ? readMhtml(bytes)
        : readSourcePage(bytes));
  if (source.html.length > SOURCE_MAX) throw new ImportError('too_large');
  const pictures: ImportedPicture[] = [];
  const variables = openVariables(task.kind, report);
  const resolved = { ...source, html: resolveBlocks(source.html, report) };
  const html = changeMarkup({ ...task, source: resolved, report, variables, pictures, places: new Map() });
  if (html.length > HTML_MAX) throw new ImportError('too_large');
  return {
    html,
    subject: changeSubject(resolveBlocks(source.subject, report), variables),
    sender: source.sender && { ...source.sender, name: changeSenderName(source.sender.name, variables) },
    pictures,
    changes: report.changes(),
    mapped: variables.mapped(),
  };
};

/** A page is no email. */
const readContents = async ({ bytes, format }: ContentsTask): Promise<Contents> =>
  format === 'email' ? listEmails(bytes) : { emails: [], preselected: null };

const answer = async (task: ImportTask | ContentsTask): Promise<ImportOutcome | ContentsOutcome> => {
  try {
    return await ('contents' in task ? readContents(task) : importFile(task));
  } catch (error) {
    if (error instanceof ImportError) return { rejected: error.code };
    if (error instanceof RangeError) return { rejected: 'too_complex' };
    throw error;
  }
};

parentPort!.on('message', ({ id, task }: { id: number; task: ImportTask | ContentsTask }) => {
  answer(task).then(
    (made) => parentPort!.postMessage({ id, answer: made }),
    (error: Error) => parentPort!.postMessage({ id, error: error.message }),
  );
});
