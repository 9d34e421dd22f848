import { writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { findNode, OLDEST_NODE } from './find-node.mjs';
import { ensureGenerated } from './generated.mjs';
import { hashOf, npm, read, root } from './run.mjs';

const STAMP = join(root, 'node_modules', '.sergak-lock');

/**
 * Installs the dependencies if they are missing or the lockfile has changed, and writes the generated files that are
 * out of date. Returns the Node to run the product with and an environment whose PATH begins with it. On failure, ends
 * the process with a clear message.
 */
export async function ensureInstalled() {
  const wanted = `${process.platform}-${process.arch} ${hashOf([join(root, 'package-lock.json')])}`;
  if (read(STAMP) !== wanted) {
    if (!installedAsLocked()) await install();
    writeFileSync(STAMP, wanted);
  }
  const node = findNode() ?? failWithoutNode();
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  const installed = { node, env: { ...process.env, PATH: path } };
  if ((await ensureGenerated(installed)) !== 0) failToGenerate();
  return installed;
}

/** `npm ci` may have been run by hand: npm's own record shows whether it installed this lockfile. */
function installedAsLocked() {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  const locked = packagesOf(join(root, 'package-lock.json'));
  const outside = Object.keys(installed).some((path) => path.startsWith('node_modules/') && !locked[path]);
  return (
    !outside &&
    Object.keys(installed).length > 0 &&
    Object.entries(locked).every(([path, { version, integrity, optional, peer, link }]) => {
      if (!path.startsWith('node_modules/') || link) return true;
      const there = installed[path];
      return there ? there.version === version && there.integrity === integrity : Boolean(optional || peer);
    })
  );
}

const packagesOf = (file) => JSON.parse(read(file) || '{}').packages ?? {};

async function install() {
  console.log('Устанавливаю зависимости… / Installing dependencies…');
  const code = await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (code === 0) return;
  fail(
    'Зависимости не установились (сообщение npm выше). Проверьте доступ к реестру npm и место на диске и запустите снова.',
    'The dependencies were not installed (see npm above). Check the access to the npm registry and the disk, and try again.',
  );
}

const failWithoutNode = () =>
  fail(
    `Нужен Node ${OLDEST_NODE.join('.')} или новее, а на машине ${process.version}. Node 24 ставится вместе с зависимостями, но для этого npm должен выполнять установочные скрипты: «npm config set ignore-scripts false», удалите node_modules и запустите снова. Или поставьте Node 24 сами.`,
    `Node ${OLDEST_NODE.join('.')} or newer is needed, this machine has ${process.version}. Node 24 comes with the dependencies, but npm must be allowed to run install scripts: "npm config set ignore-scripts false", delete node_modules and try again. Or install Node 24 yourself.`,
  );

const failToGenerate = () =>
  fail(
    'Производные файлы *.gen.ts не записались, причина выше.',
    'The generated files *.gen.ts were not written, see above.',
  );

function fail(russian, english) {
  console.error(`\n${russian}\n${english}\n`);
  process.exit(1);
}
