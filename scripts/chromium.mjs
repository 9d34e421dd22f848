import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, run } from './run.mjs';

// The headless shell comes first: it opens no windows, and a test run with it takes a fraction of the processor time.
const HEADLESS = 'chromium-headless-shell';
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FIXED = ['/usr/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * Finds or installs a Chromium for the browser tests: Debian's headless shell, else an installed one, else Debian's
 * Chromium, else Playwright's own; null if none is available.
 */
export async function ensureChromium({ node, env }) {
  return (
    works(env.CHROMIUM_PATH) ??
    findInstalled(env, [HEADLESS]) ??
    (await installFromDebian(env, HEADLESS)) ??
    findInstalled(env) ??
    works(playwrightsOwn({ node, env })) ??
    (await installFromDebian(env, 'chromium')) ??
    (await installFromPlaywright({ node, env }))
  );
}

function findInstalled(env, names = NAMES) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const inPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const fixed = names === NAMES ? FIXED : [];
  return [...inPath, ...fixed].reduce((found, candidate) => found ?? works(candidate), null);
}

/** Ubuntu's `chromium-browser` may be a stub that only asks for snap, so an existing file proves nothing. */
function works(candidate) {
  if (!candidate || !existsSync(candidate)) return null;
  return spawnSync(candidate, ['--version'], { timeout: 30_000, stdio: 'ignore' }).status === 0 ? candidate : null;
}

function playwrightsOwn({ node, env }) {
  const script = `import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))`;
  return spawnSync(node, ['-e', script], { cwd: root, env, encoding: 'utf8' }).stdout?.trim();
}

async function installFromDebian(env, name) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get')) return null;
  console.log(`Installing ${name} by apt-get…`);
  const quiet = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } };
  if ((await run('apt-get', ['-qq', 'update'], quiet)) !== 0) return null;
  await run('apt-get', ['-qq', '-y', '--no-install-recommends', 'install', name, 'fonts-liberation'], quiet);
  return findInstalled(env, [name]);
}

async function installFromPlaywright({ node, env }) {
  console.log("Installing Playwright's own Chromium…");
  await run(node, [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'], { env });
  return works(playwrightsOwn({ node, env }));
}
