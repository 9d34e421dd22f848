// `npm run content:pictures -- [--language ru|en|uz] [--dark] [--phone] [--out folder] [part-of-a-name …]`: takes pictures of
// the emails and landing pages of the starter library, with one sheet that shows them all.
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { run } from './run.mjs';

const { node, env } = await ensureInstalled();
const chromium = await ensureChromium({ node, env });
if (!chromium) {
  console.error('No Chromium here to take pictures with. Install one and set CHROMIUM_PATH to its program.');
  process.exit(1);
}
const environment = { ...env, CHROMIUM_PATH: chromium };
process.exitCode = await run(node, [join('e2e', 'content-pictures.ts'), ...process.argv.slice(2)], {
  env: environment,
});
