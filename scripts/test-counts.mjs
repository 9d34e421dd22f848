import { readJson } from './run.mjs';

/**
 * Counts of a Vitest run. A file that could not be loaded, or a run that failed without a failed test, counts as one
 * failure.
 */
export function countVitest(file, code) {
  const result = readJson(file);
  const broken = (result?.testResults ?? []).filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return withFailure(code, {
    passed: result?.numPassedTests ?? 0,
    failed: (result?.numFailedTests ?? 0) + broken,
    skipped: (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0),
  });
}

/** Counts of a Playwright run. A test that passed at a retry counts as passed. */
export function countPlaywright(file, code) {
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = readJson(file)?.stats ?? {};
  return withFailure(code, { passed: expected + flaky, failed: unexpected, skipped });
}

/** The total in the form `N passed, N failed[, N skipped]`. */
export function lastLine(counts) {
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`;
}

const withFailure = (code, counts) => (code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts);
