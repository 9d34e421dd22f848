import { expect, test } from 'vitest';
import { call } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';

const officerOf = async () => make.employee(await make.organization(), { role: 'operator' });
const codeOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
const preview = (html: string, kind: 'email' | 'page' = 'email') => ({ html, kind });

/** Number of event loop turns while `work` is pending: zero if the loop is blocked. */
const countTurns = async (work: Promise<unknown>) => {
  let turns = 0;
  let isDone = false;
  const ended = work.finally(() => (isDone = true)).catch(() => undefined);
  while (!isDone) {
    await new Promise((next) => setImmediate(next));
    turns += 1;
  }
  await ended;
  return turns;
};

test('cleaning a style sheet of open brackets does not block the process', async () => {
  const officer = await officerOf();
  const text = `<style>${'url('.repeat(100_000)}</style>{{tracking}}`;
  const turns = await countTurns(call('phishing.preview', officer, preview(text)));
  expect(turns).toBeGreaterThan(3);
});

test('a text nested too deeply is rejected with 422, and the next text is cleaned', async () => {
  const officer = await officerOf();
  const deep = call('phishing.preview', officer, preview('<b>'.repeat(10_000)));
  expect(await codeOf(deep)).toBe('page.too_complex');
  expect(await call('phishing.preview', officer, preview('<p>1</p>'))).toMatchObject({ subject: null });
});

test('warnings and faults of a hostile text are limited and found in one pass', async () => {
  const officer = await officerOf();
  for (const piece of ['<script', '<style', ' src=', 'url( ', '}}', '<input ', ' onx=']) {
    const html = piece.repeat(120_000 / piece.length);
    const answer = await call('phishing.preview', officer, preview(html, 'page'));
    expect(answer.warnings.length, piece).toBeLessThanOrEqual(300);
  }
});

test('a variable inside a foreign address is rejected when an email is saved or previewed', async () => {
  const officer = await officerOf();
  const html = '<a href="https://a.example/?e=&#123;{email}}">1</a>{{link}}';
  expect(await codeOf(call('phishing.preview', officer, preview(html)))).toBe('email.variable_misplaced');
  const page = { name: '1', html: '<a href="https://a.example/?e={{email}}">1</a>' };
  expect(await codeOf(call('phishing.redirect-page-create', officer, page))).toBe('email.variable_misplaced');
});
