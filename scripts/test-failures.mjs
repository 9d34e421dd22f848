import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { readJson, root } from './run.mjs';

const TESTS_SHOWN = 10;
const LINES_SHOWN = 12;
/**
 * Number of lines of the page snapshot that are shown: the beginning of its main part, and its end with messages and
 * progress.
 */
const PAGE_SHOWN = { begins: 14, ends: 8 };
const WIDTH = 240;

/** The failed tests of a Vitest run with their messages. A file that could not be loaded counts as one. */
export function failuresOfVitest(file) {
  return (readJson(file)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const title = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [{ title, messages: [message ?? ''] }] : [];
    return failed.map((test) => ({ title: `${title} › ${test.fullName}`, messages: test.failureMessages ?? [] }));
  });
}

/** The failed tests of a Playwright run with their messages, and errors outside of any test. */
export function failuresOfPlaywright(file) {
  const report = readJson(file);
  const failed = specsOf(report?.suites ?? []).filter(({ ok }) => !ok);
  const outside = messagesOf(report?.errors);
  return [
    ...failed.map((spec) => ({
      title: `${relative(root, join(report.config.rootDir, spec.file))}:${spec.line} › ${spec.title}`,
      messages: spec.tests.flatMap(({ results }) => messagesOf(results.at(-1)?.errors)),
      page: spec.tests.flatMap(({ results }) => pageOf(results.at(-1)?.attachments)),
    })),
    ...(outside.length > 0 ? [{ title: 'outside of the tests', messages: outside }] : []),
  ];
}

/** The messages of each failed test: expected and received values, without stacks, limited to a readable length. */
export function failureLines(failures) {
  return firstTests(failures, ({ title, messages }) => [`✗ ${title}`, ...firstLines(messages)]);
}

/** The content of the page at each failed test, for tests that have a page. */
export function pageLines(failures) {
  const shown = failures.filter(({ page = [] }) => page.length > 0);
  return firstTests(shown, ({ title, page }) => [title, ...pageExcerpt(page)]);
}

function firstTests(failures, linesOf) {
  const more = failures.length - TESTS_SHOWN;
  return [...failures.slice(0, TESTS_SHOWN).flatMap(linesOf), ...(more > 0 ? [`… and ${more} more failed`] : [])];
}

const specsOf = (suites) => suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)]);

const messagesOf = (errors = []) => errors.map(({ message }) => message ?? '');

/** The page content at a failed expectation, as a tree in lines; Playwright stores it next to the screenshot. */
const pageOf = (attachments = []) => {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  const tree = path && existsSync(path) ? /^```yaml\n([^]*?)^```$/m.exec(readFileSync(path, 'utf8'))?.[1] : undefined;
  return tree?.trimEnd().split('\n') ?? [];
};

const pageExcerpt = (page) => {
  const main = page.slice(
    Math.max(
      0,
      page.findIndex((line) => /^\s*- main/.test(line)),
    ),
  );
  const { begins, ends } = PAGE_SHOWN;
  const shown = main.length <= begins + ends ? main : [...main.slice(0, begins), '…', ...main.slice(-ends)];
  return shown.map((line) => `    | ${line.slice(0, WIDTH)}`);
};

/** Lines that the runners write around the difference itself: stacks, excerpts of the test, brackets. */
const IRRELEVANT =
  /^\s*(at .*|>?\s*\d*\s*\|.*|expect\(.*|[-+] (Expected|Received)\s.*|[-+]?\s*(Array |Object )?[[\]{}]+,?)?$/;

function firstLines(messages) {
  const each = Math.max(2, Math.floor(LINES_SHOWN / Math.max(1, messages.length)));
  const relevant = messages.flatMap((message) => relevantLines(message).slice(0, each));
  const left = relevant.length - LINES_SHOWN;
  const shown = left > 0 ? [...relevant.slice(0, LINES_SHOWN - 1), `… ${left + 1} lines more`] : relevant;
  return shown.map((line) => `    ${line}`);
}

const relevantLines = (message) =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => !IRRELEVANT.test(line))
    .map((line) => line.trimEnd().slice(0, WIDTH));
