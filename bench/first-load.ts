import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { atMost, root, type Bench } from './lib.ts';

// Compressed size that a browser loads before a screen works.

/** Builds the web application if its sources have changed. */
export const buildWeb = async (): Promise<void> => {
  const { ensureWebBuilt } = (await import(join(root, 'scripts/build-web.mjs'))) as {
    ensureWebBuilt: (installed: { node: string; env: NodeJS.ProcessEnv }) => Promise<number>;
  };
  if ((await ensureWebBuilt({ node: process.execPath, env: process.env })) !== 0) throw new Error('The build failed.');
};

type Load = { readonly id: string; readonly js: number };

const bench: Bench = async () => {
  await buildWeb();
  const script = join(root, 'scripts/first-load.mjs');
  const { screens } = JSON.parse(execFileSync(process.execPath, [script, '--json'], { encoding: 'utf8' })) as {
    screens: Load[];
  };
  const login = screens.find((one) => one.id === 'auth.login')!;
  const [heaviest, ...others] = screens.filter((one) => one !== login).toSorted((a, b) => b.js - a.js);
  return {
    bars: [
      atMost('sign-in, compressed JavaScript', login.js / 1_000, 183, 'kB'),
      atMost(`heaviest screen (${heaviest!.id}), compressed JavaScript`, heaviest!.js / 1_000, 261, 'kB'),
      atMost('heaviest screen : sign-in', heaviest!.js / login.js, 1.45),
    ],
    figures: Object.fromEntries([login, heaviest!, ...others].map(({ id, js }) => [id, js])),
  };
};
export default bench;
