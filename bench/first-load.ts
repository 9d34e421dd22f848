import { execFileSync } from 'node:child_process';
import { machineFacts, writeResults } from './lib.ts';

// Compressed size that a browser loads before a screen works. Needs a built web application (`npm start` or `npm
// test` builds it).
type Load = { id: string; js: number; css: number };
const { screens: loads } = JSON.parse(
  execFileSync(process.execPath, ['scripts/first-load.mjs', '--json'], { encoding: 'utf8' }),
) as { screens: Load[] };
const kb = (bytes: number) => Math.round(bytes / 100) / 10;
const heaviest = loads.filter((one) => one.id !== 'auth.login').sort((a, b) => b.js - a.js)[0]!;
const login = loads.find((one) => one.id === 'auth.login')!;
writeResults(
  'first-load',
  machineFacts(),
  [
    { name: 'sign-in, JavaScript', value: kb(login.js), unit: 'kB gz', bar: '≤ 180', reached: login.js <= 180_000 },
    {
      name: `heaviest screen (${heaviest.id}), JavaScript`,
      value: kb(heaviest.js),
      unit: 'kB gz',
      bar: '≤ 250',
      reached: heaviest.js <= 250_000,
    },
    {
      name: 'screens within 250 kB of JavaScript',
      value: loads.filter((one) => one.js <= 250_000).length,
      unit: `of ${loads.length}`,
      bar: 'all',
      reached: loads.every((one) => one.js <= 250_000),
    },
  ],
  loads,
);
