// Lists files over 250 lines, so that they are split by use case before they reach the limit of 400 (lint).
import { read, sourceFiles } from './source-files.ts';

const MAX_LINES = 250;
const long = sourceFiles()
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$|\/db-types\.ts$/.test(file))
  .map((file) => ({ file, lines: read(file).split('\n').length }))
  .filter(({ lines }) => lines > MAX_LINES)
  .sort((a, b) => b.lines - a.lines);
for (const { file, lines } of long) console.log(`  ${lines} lines: ${file}`);
