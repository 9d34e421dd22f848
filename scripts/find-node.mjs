import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** The oldest Node that runs TypeScript without a build. */
export const OLDEST_NODE = [22, 18];

/** Node 24 from the dependencies; the machine's own if install scripts are off and it is new enough; otherwise nothing. */
export function findNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const candidates = [join(root, 'node_modules', 'node', 'bin', file), process.execPath];
  return candidates.find((candidate) => existsSync(candidate) && newEnough(versionOf(candidate)));
}

const versionOf = (node) => spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';

function newEnough(version) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}
