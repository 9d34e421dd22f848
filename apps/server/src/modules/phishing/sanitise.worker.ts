import { parentPort } from 'node:worker_threads';
import { emailWarnings } from '@sergak/contract/phishing/email-warnings.rules.ts';
import { pageWarnings } from '@sergak/contract/phishing/phishing.rules.ts';
import { MarkupError } from '../../platform/markup/html.ts';
import type { Cleaned, CleaningTask } from './cleaning.ts';
import {
  isUnsafe,
  misplacedVariables,
  removedComments,
  sanitiseEmail,
  sanitisePage,
  sanitiseRedirectPage,
  unknownPictures,
} from './sanitise.ts';

const cleaners = { email: sanitiseEmail, page: sanitisePage, redirect: sanitiseRedirectPage };

const warningsOf = ({ kind, html }: CleaningTask) => {
  if (kind === 'page') return pageWarnings(html);
  const warnings = emailWarnings(html);
  return kind === 'email' ? warnings : warnings.filter(({ code }) => code !== 'tracking_missing');
};

const clean = (task: CleaningTask): Cleaned => {
  const misplaced = misplacedVariables(task.html);
  const pictures = new Set(task.pictures);
  try {
    const html = cleaners[task.kind](task.html, pictures);
    // Variables are filled into the stored text, so the cleaned text is checked too.
    const faults = misplaced.length > 0 ? misplaced : misplacedVariables(html);
    const warnings = [
      ...warningsOf(task),
      ...unknownPictures(task.html, pictures),
      ...removedComments(task.html, pictures),
    ];
    return { html, isUnsafe: isUnsafe(html), misplaced: faults, warnings };
  } catch (error) {
    if (error instanceof MarkupError || error instanceof RangeError) return { tooComplex: true };
    throw error;
  }
};

parentPort!.on('message', ({ id, task }: { id: number; task: CleaningTask }) => {
  try {
    parentPort!.postMessage({ id, answer: clean(task) });
  } catch (error) {
    parentPort!.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
