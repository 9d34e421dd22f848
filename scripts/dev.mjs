// `npm run dev`: the server, restarted on every change, and Vite's development server, side by side.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureGenerated, SOURCES } from './generated.mjs';
import { ensureInstalled } from './install.mjs';
import { root, whenNpmLeaves } from './run.mjs';

const installed = await ensureInstalled();
const { node } = installed;
const {
  SERGAK_HOST: host = '127.0.0.1',
  SERGAK_PORT: port = '4100',
  SERGAK_WEB_PORT: webPort = '5173',
} = installed.env;
const env = {
  ...installed.env,
  // The address to which Vite forwards calls.
  SERGAK_API: `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${port}`,
  // Developers use Vite's page: links lead there, and it may frame previews.
  SERGAK_PORTAL_URL: installed.env.SERGAK_PORTAL_URL ?? `http://127.0.0.1:${webPort}`,
  // The server writes into a pipe, but a developer reads it.
  SERGAK_LOG: installed.env.SERGAK_LOG ?? (process.stdout.isTTY ? 'pretty' : 'json'),
  FORCE_COLOR: installed.env.FORCE_COLOR ?? (process.stdout.isTTY ? '1' : '0'),
};
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
let ending = false;
let soon;
const watchers = SOURCES.map((folder) => watch(folder, { recursive: true }, generateSoon));
const parts = [
  start(
    'server',
    36,
    ['--watch', '--watch-preserve-output', join('apps', 'server', 'start.ts'), ...process.argv.slice(2)],
    root,
  ),
  start('web', 35, [vite, '--clearScreen', 'false', '--port', webPort, '--strictPort'], join(root, 'apps', 'web')),
];

/** Texts and endpoints are often saved several files at a time. */
function generateSoon() {
  clearTimeout(soon);
  if (!ending) soon = setTimeout(() => ensureGenerated(installed), 200);
}

function start(name, colour, args, cwd) {
  const child = spawn(node, args, {
    cwd,
    env,
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

/** When one process ends, the other is ended too. */
function endAll() {
  if (ending) return;
  ending = true;
  clearTimeout(soon);
  for (const watcher of watchers) watcher.close();
  for (const child of parts) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
}

whenNpmLeaves(endAll);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll);
