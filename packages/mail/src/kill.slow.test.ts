import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const here = import.meta.dirname;
const children: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'sink-'));
const run = (script: string, ...args: string[]) => {
  const child = spawn(process.execPath, [join(here, script), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
};
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});
const size = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
const rows = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t') as [string, string]);

test('a sender that is killed repeatedly sends nothing twice and reports each email correctly', async () => {
  const total = 3_000;
  const taken = join(folder, 'taken.tsv');
  const journal = join(folder, 'journal.tsv');
  const faults = [
    { at: 'dot', do: 'drop', accept: true, every: 211 },
    { at: 'body', do: 'drop', every: 307 },
    { at: 'data', do: 'drop', every: 401 },
    { at: 'dot', do: 'reply', code: 451, every: 503 },
  ];
  const sink = run('sink-process.ts', '--out', taken, '--faults', JSON.stringify(faults));
  const { port } = JSON.parse(String((await once(sink.stdout!, 'data'))[0])) as { port: number };

  for (let kills = 0, ended = false; !ended; kills++) {
    const sender = run('test-sender-process.ts', String(port), journal, String(total));
    const over = once(sender, 'exit');
    // The first rounds are killed after some hundreds of emails; the last ones run to the end.
    const before = size(journal);
    const watch = setInterval(() => {
      if (kills < 8 && size(journal) > before + 3_000 + 700 * kills) sender.kill('SIGKILL');
    }, 2);
    const [code, signal] = await over;
    clearInterval(watch);
    if (kills < 8) expect(signal).toBe('SIGKILL');
    const states = new Map(rows(journal));
    ended =
      code === 0 &&
      states.size === total &&
      [...states.values()].every((state) => state === 'accepted' || state === 'handing' || state === 'unknown');
    expect(kills).toBeLessThan(30);
  }

  const ids = rows(taken).map(([id]) => id.slice(1, id.indexOf('@')));
  const has = new Set(ids);
  expect(ids).toHaveLength(has.size);
  const states = new Map(rows(journal));
  const count = (state: string) => [...states.values()].filter((value) => value === state).length;
  for (const [id, state] of states) if (state === 'accepted') expect(has.has(id)).toBe(true);
  expect(count('accepted')).toBeGreaterThan(total * 0.9);
  expect(count('unknown')).toBeGreaterThan(0); // the faults after 354 did happen
  expect(count('accepted') + count('handing') + count('unknown')).toBe(total);
}, 60_000);
