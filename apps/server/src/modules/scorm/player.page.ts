import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlayerState } from '@sergak/contract/scorm/runtime.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { escapeText } from '../../platform/markup/html-text.ts';
import { textsOf } from '../../platform/texts.ts';

/** The built files of the player: the script for one standard, and its styles. */
export type PlayerFiles = { readonly script: string; readonly styles: readonly string[] };

type BuildManifest = Readonly<Record<string, { readonly file: string; readonly css?: readonly string[] }>>;

/** Reads which files the build of the player has made. */
export const readPlayerFiles = async (folder: string, standard: '1.2' | '2004'): Promise<PlayerFiles> => {
  const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as BuildManifest;
  const entry = manifest[standard === '1.2' ? 'src/player/player-12.ts' : 'src/player/player-2004.ts'];
  if (!entry) throw new Error(`the player for SCORM ${standard} is not built`);
  const styles = Object.values(manifest).flatMap((one) => one.css ?? []);
  return { script: entry.file, styles: [...new Set([...styles, ...cssOf(manifest)])] };
};
const cssOf = (manifest: BuildManifest): string[] =>
  Object.values(manifest)
    .map((one) => one.file)
    .filter((file) => file.endsWith('.css'));

/** JSON that is safe inside a script element. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The page around a package: our player with the learner's state, so that the first read of a SCO already finds it. */
export const playerPage = (state: PlayerState, title: string, files: PlayerFiles): string => `<!doctype html>
<html lang="${state.learner.language}"><head><meta charset="utf-8"><title>${escapeText(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${files.styles.map((file) => `<link rel="stylesheet" href="/player/${file}">`).join('\n')}
</head><body><div id="player"></div>
<script type="application/json" id="state">${inScript(state)}</script>
<script type="module" src="/player/${files.script}"></script>
</body></html>`;

/** A page that says why a link does not open. */
export const rejectionPage = (reason: 'used' | 'over', language: Language): string => {
  const t = textsOf(language, 'scorm__server');
  const [title, text] = [t(`rejection.${reason}.title`), t(`rejection.${reason}.text`)];
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:16px/1.5 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;background:#fff;color:#1f2933}
main{max-width:28rem;padding:24px;text-align:center}h1{font-size:20px;margin:0 0 8px}p{margin:0}
@media (prefers-color-scheme:dark){body{background:#1a1b1e;color:#e6e8eb}}</style></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
};
