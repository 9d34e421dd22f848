import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { formatLine, readableStream } from './log-format.ts';

const plain = { colors: false, timeZone: 'UTC' };
const written = (work: (log: ReturnType<typeof createLog>) => void, style: { colors: boolean } = plain): string => {
  const lines: string[] = [];
  work(createLog({ logLevel: 'debug' }, readableStream({ write: (text) => lines.push(text) }, style)));
  return lines.join('');
};

test('a line is time, level, sentence and fields; a field with spaces is quoted', () => {
  expect(written((log) => log.warn({ migrations: 3, reason: 'disk is full' }, 'could not migrate'))).toMatch(
    /^\d\d:\d\d:\d\d WARN {2}could not migrate migrations=3 reason="disk is full"\n$/,
  );
  expect(formatLine('{"level":30,"time":"2026-11-29T10:11:12.000Z","msg":"ready"}', plain)).toBe(
    '10:11:12 INFO  ready\n',
  );
});

test('the stack of an error follows its line, indented; secrets stay cut', () => {
  const text = written((log) => log.error({ err: new Error('no route to host'), password: 'abc' }, 'a job failed'));
  expect(text).toMatch(/ERROR a job failed password=\[cut\]\n {2}Error: no route to host\n {6}at /);
});

test('colours only if asked for, and control characters of a value never reach the terminal', () => {
  const attack = '\u001b]0;owned\u0007name\nsecond line';
  const text = written((log) => log.info({ title: attack }, `imported ${attack}`));
  expect(text).not.toMatch(/[\u001b\u0007]/);
  expect(text).toContain('imported \\x1b]0;owned\\x07name\\x0asecond line');
  expect(text.split('\n')).toHaveLength(2);
  expect(text.match(/\u001b/)).toBeNull();
  expect(written((log) => log.info('ready'), { colors: true })).toContain('\u001b[36mINFO');
});

test('a line that is no JSON is passed on as it is', () => {
  expect(formatLine('plain words\n', plain)).toBe('plain words\n');
});
