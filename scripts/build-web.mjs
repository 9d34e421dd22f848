import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFiles } from './compress-web.mjs';
import { hashOf, read, root, run } from './run.mjs';

const WEB = join(root, 'apps', 'web');
/** Instructions and change log, which are part of the web application. */
const CONTENT = ['instructions', 'change-log'].map((name) => join(root, 'content', name));
/** The web application, and the player of the content origin. */
const BUILT = ['dist/index.html', 'dist/player/.vite/manifest.json'];
const STAMP = join(root, 'node_modules', '.sergak-web');

/** Builds the web application if its sources have changed since the last build. Returns the exit code. */
export async function ensureWebBuilt({ node, env }) {
  const sources = [join('packages', 'contract', 'src'), 'locales', 'package-lock.json'].map((name) => join(root, name));
  const wanted = hashOf([WEB, ...CONTENT, ...sources]);
  if (BUILT.every((file) => existsSync(join(WEB, file))) && read(STAMP) === wanted) return 0;
  console.log('Собираю интерфейс… / Building the web…');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const build = (...args) => run(node, [vite, 'build', '--logLevel', 'warn', ...args], { cwd: WEB, env });
  const code = (await build()) || (await build('-c', 'vite.player.config.ts'));
  if (code === 0) {
    await compressFiles(join(WEB, 'dist'));
    writeFileSync(STAMP, wanted);
  }
  return code;
}
