import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, read, root, run } from './run.mjs';

/** Folders from which files are generated. */
export const SOURCES = [join(root, 'packages', 'contract', 'src'), join(root, 'locales')];
const GENERATORS = ['generate-wire.ts', 'generate-locale-keys.ts'].map((name) => join(root, 'scripts', name));
const HELPERS = ['locale-files.ts', 'generated-files.ts'].map((name) => join(root, 'scripts', name));
const STAMP = join(root, 'node_modules', '.sergak-generated');

/**
 * Writes the files `*.gen.ts`, which git ignores, if one is missing or was edited, or if a source has changed. Returns
 * an exit code.
 */
export async function ensureGenerated({ node, env }) {
  if (read(STAMP) === state()) return 0;
  for (const generator of GENERATORS) {
    const code = await run(node, [generator], { env });
    if (code !== 0) return code;
  }
  writeFileSync(STAMP, state());
  return 0;
}

/** A missing file changes the hash, too. */
const state = () => hashOf([...SOURCES, ...GENERATORS, ...HELPERS]);
