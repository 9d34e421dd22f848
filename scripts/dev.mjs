// `npm run dev`: the server, restarted on every change, and Vite's development server, side by side.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureInstalled } from './install.mjs';
import { root } from './run.mjs';

const { node, env } = await ensureInstalled();
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
let ending = false;
const parts = [
  start(
    'server',
    36,
    ['--watch', '--watch-preserve-output', join('apps', 'server', 'src', 'main.ts'), ...process.argv.slice(2)],
    root,
  ),
  start('web', 35, [vite, '--clearScreen', 'false'], join(root, 'apps', 'web')),
];

function start(name, colour, args, cwd) {
  const child = spawn(node, args, {
    cwd,
    env: { ...env, SERGAK_DEV: '1', FORCE_COLOR: env.FORCE_COLOR ?? (process.stdout.isTTY ? '1' : '0') },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  const label = process.stdout.isTTY ? `\u001b[${colour}m${name.padEnd(6)}\u001b[0m` : name.padEnd(6);
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${label} | ${line}`));
  }
  child.once('error', (error) => console.error(`${label} | ${error.message}`));
  child.once('exit', (code) => {
    console.log(`${label} | ended${code ? ` with ${code}` : ''}`);
    if (!ending) process.exitCode = code ?? 1;
    endAll();
  });
  return child;
}

/** The one that ends takes the other with it. */
function endAll() {
  if (ending) return;
  ending = true;
  for (const child of parts) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll);
