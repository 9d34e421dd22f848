import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';

const ofThisRun = /sergak-test-\w{6}[\\/]t$/;

test('tests and the processes they start write temporary files to the folder of the run, which is deleted with it', () => {
  expect(tmpdir()).toMatch(ofThisRun);
  const script = "process.stdout.write(require('node:os').tmpdir())";
  expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })).toMatch(ofThisRun);
});
