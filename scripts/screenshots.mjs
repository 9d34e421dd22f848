// `npm run screenshots [-- part-of-a-name …]`: takes the pictures of the instructions and of the README, from the current sources and the demo
// organisation.
import { join } from 'node:path';
import { ensureWebBuilt } from './build-web.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { run } from './run.mjs';

const { node, env } = await ensureInstalled();
if ((await ensureWebBuilt({ node, env })) !== 0) process.exit(1);
const chromium = await ensureChromium({ node, env });
if (!chromium) {
  console.error('No Chromium here to take pictures with. Install one and set CHROMIUM_PATH to its program.');
  process.exit(1);
}
const environment = { ...env, CHROMIUM_PATH: chromium };
process.exitCode = await run(node, [join('e2e', 'screenshots.ts'), ...process.argv.slice(2)], { env: environment });
