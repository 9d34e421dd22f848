// `npm run generate`, which npm also runs after each installation: writes the files `*.gen.ts` if they are out of date.
import { findNode } from './find-node.mjs';
import { ensureGenerated } from './generated.mjs';

const node = findNode();
// An installation goes on: `npm start` explains which Node is missing.
if (node) process.exitCode = await ensureGenerated({ node, env: process.env });
else
  console.warn('The files *.gen.ts are not written yet: no Node that is new enough. The next npm start writes them.');
