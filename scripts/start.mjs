// `npm start`: installs missing dependencies, builds the web application if it has changed, and runs the server on
// Node 24.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureWebBuilt } from './build-web.mjs';
import { ensureInstalled } from './install.mjs';
import { root, whenNpmLeaves } from './run.mjs';

const installed = await ensureInstalled();
if ((await ensureWebBuilt(installed)) !== 0) {
  console.error('\nИнтерфейс не собрался, причина выше.\nThe web was not built, see above.\n');
  process.exit(1);
}

// A session of its own: Ctrl-C reaches npm, this script and the server at once, and a second signal could cut the
// shutdown short. The channel tells the server («disconnect») when this script was killed.
const server = spawn(installed.node, [join('apps', 'server', 'start.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: installed.env,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  detached: process.platform !== 'win32',
});

const passed = new Map();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // The terminal and npm both send the same signal; only a later repetition is passed on.
    if (Date.now() - (passed.get(signal) ?? 0) < 1000) return;
    passed.set(signal, Date.now());
    server.kill(signal);
  });
}
whenNpmLeaves(() => server.kill('SIGTERM'));
server.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
server.once('exit', (code, signal) =>
  process.exit(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)),
);
