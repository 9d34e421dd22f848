import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';

const ofThisRun = /sergak-test-\w{6}[\\/]t$/;

test('tests, and processes they start, write temporary files into the folder of the run, which goes with it', () => {
  expect(tmpdir()).toMatch(ofThisRun);
  const script = "process.stdout.write(require('node:os').tmpdir())";
  expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })).toMatch(ofThisRun);
});
