import { relative } from 'node:path';
import { readJson, root } from './run.mjs';

const FILES_SHOWN = 15;

/** The test files of a Vitest run that took longest, as lines with seconds. */
export function slowestLines(file) {
  return (readJson(file)?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, FILES_SHOWN)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${relative(root, name)}`);
}
