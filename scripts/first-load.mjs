/**
 * Prints the gzipped kilobytes that a person downloads before a screen works: the entry with its imports, the frame
 * and the screen with theirs; then editors and the players of SCORM packages. Reads apps/web/dist, so build first. `--check` fails over the budget. `--json` is for
 * other tools.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL('../apps/web/dist/', import.meta.url);
const readManifest = (folder) => JSON.parse(readFileSync(new URL(`${folder}.vite/manifest.json`, dist), 'utf8'));
const manifest = readManifest('');
const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
const sizes = new Map();
const size = (file) => {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length);
  return sizes.get(file);
};

const collect = (key, js, css, chunks = manifest) => {
  const chunk = chunks[key];
  if (chunk === undefined) throw new Error(`${key} is not in the build`);
  if (js.has(chunk.file)) return;
  js.add(chunk.file);
  for (const file of chunk.css ?? []) css.add(file);
  for (const next of chunk.imports ?? []) collect(next, js, css, chunks);
};

/** Gzipped bytes of the entry plus the given lazy modules, each with everything it imports. */
export const firstLoad = (...modules) => {
  const js = new Set();
  const css = new Set();
  for (const key of [entry, ...modules]) collect(key, js, css);
  const sum = (files) => [...files].reduce((total, file) => total + size(file), 0);
  return { js: sum(js), css: sum(css), files: js.size };
};

const routes = readFileSync(new URL('../apps/web/src/app/routes.tsx', import.meta.url), 'utf8');
// A page that several screens share is a constant.
const PAGE = /(?:'([a-z.-]+)':|const (\w+) =) page\(\s*\(\) => import\('\.\.\/(features\/[^']+)'\)/g;
const screens = [...routes.matchAll(PAGE)].map(([, id, name, file]) => ({
  id: id ?? name,
  module: `src/${file}`,
}));
if (screens.length !== [...routes.matchAll(/\bpage\(\s*\(\) =>/g)].length) throw new Error('a screen was not found');
const frameOf = (id) => (/^(public|auth)\./.test(id) ? 'bare' : /^learner\./.test(id) ? 'learner' : 'admin');
const budget = { bare: 183_000, learner: 205_000, admin: 261_000 };
const CSS_BUDGET = 42_000;

const rows = screens.map(({ id, module }) => {
  const frame = frameOf(id);
  const load = firstLoad(`src/app/frames/${frame}-frame.tsx`, module);
  return {
    id,
    frame,
    ...load,
    over: load.js > budget[frame] || load.css > CSS_BUDGET,
  };
});
/**
 * Editors are loaded by one screen each, when it needs them: their own code, without what the screen has loaded before. No screen
 * may load the chunk of an editor with its own code.
 */
const EMAIL_FORM = 'src/features/phishing/email-editor.tsx';
const editors = [
  { id: 'slide text editor', screen: 'learning.module', module: 'src/features/library/slides/text-editor.tsx' },
  { id: 'email form', screen: 'phishing.email-edit', module: EMAIL_FORM },
  {
    id: 'visual email editor',
    screen: 'phishing.email-edit',
    after: EMAIL_FORM,
    module: 'src/features/phishing/editor/visual-editor.tsx',
  },
  {
    id: 'email code editor',
    screen: 'phishing.email-edit',
    after: EMAIL_FORM,
    module: 'src/features/phishing/editor/code-editor.tsx',
  },
];
const EDITOR_BUDGET = 320_000;
const editorRows = editors.map(({ id, screen, after, module }) => {
  const before = [screens.find((one) => one.id === screen).module, ...(after ? [after] : [])];
  const frame = `src/app/frames/${frameOf(screen)}-frame.tsx`;
  const js = firstLoad(frame, ...before, module).js - firstLoad(frame, ...before).js;
  const early = screens.filter((one) => {
    const loaded = new Set();
    collect(one.module, loaded, new Set());
    return loaded.has(manifest[module].file);
  });
  const why = early.map((one) => `is loaded with ${one.id}`).join(', ');
  return { id, js, css: 0, over: js > EDITOR_BUDGET || why !== '', why };
});
/** Players of SCORM packages: the script of one standard with its imports, from a build of its own. */
const players = [
  { id: 'SCORM 1.2 player', module: 'src/player/player-12.ts', budget: 25_000 },
  { id: 'SCORM 2004 player', module: 'src/player/player-2004.ts', budget: 95_000 },
];
const playerManifest = readManifest('player/');
const playerRows = players.map(({ id, module, budget: limit }) => {
  const [files, styles] = [new Set(), new Set()];
  collect(module, files, styles, playerManifest);
  const sum = (found) => [...found].reduce((total, file) => total + size(`player/${file}`), 0);
  const js = sum(files);
  return { id, js, css: sum(styles), over: js > limit };
});
const shells = Object.keys(budget).map((frame) => ({ frame, ...firstLoad(`src/app/frames/${frame}-frame.tsx`) }));

const kb = (bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
const line = ({ id, js, css, over, why }) =>
  `${id.padEnd(34)} js ${kb(js)}  css ${kb(css)}${over ? `  ${why || 'over the budget'}` : ''}`;
const checked = [...rows, ...editorRows, ...playerRows];
const [over, heaviest] = [checked.filter((row) => row.over), rows.toSorted((a, b) => b.js - a.js)[0]];
if (process.argv.includes('--json')) console.log(JSON.stringify({ shells, screens: rows }, null, 2));
else if (process.argv.includes('--check')) {
  for (const row of over) console.log(line(row));
  console.log(
    `${checked.length - over.length} of ${checked.length} screens, editors and players within their budget; heaviest: ${line(heaviest)}`,
  );
  if (over.length > 0) process.exit(1);
} else {
  for (const { frame, js, css } of shells) console.log(line({ id: `frame ${frame}`, js, css, over: false }));
  for (const row of checked) console.log(line(row));
}
