import { launchableItems } from '@sergak/contract/scorm/items.rules.ts';
import type { ScormManifest } from '@sergak/contract/scorm/scorm.schema.ts';
import { indexFiles } from './manifest-links.ts';

/** Maximum number of pages of a package. */
const PAGES_MAX = 1_000;
/** Names of other files in quotes: links, frames, and lists of pages in scripts. */
const QUOTED = /["'](?:\.?\/)?([^"'<>\s\\]{1,300}\.(?:x?html?|js))(?:[?#][^"'<>\s]{0,200})?["']/gi;
const BARE = /(?:href|src)=([^"'<>\s\\]{1,300}\.x?html?)(?=[\s>?#])/gi;
export const isPage = (path: string): boolean => /\.x?html?$/i.test(path);

/** The pages and scripts that a part of a file names. */
export const namedIn = (text: string): string[] =>
  [...text.matchAll(QUOTED), ...text.matchAll(BARE)]
    .map(([, name]) => name!)
    .filter((name) => !name.includes('://') && !name.startsWith('//'));

const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/**
 * The HTML files that the start page of a package with one item reaches, the start page first. Scripts of a page name pages
 * relative to that page. `named` has the names in each file of the package.
 */
export const reachedPages = (
  manifest: ScormManifest,
  named: ReadonlyMap<string, ReadonlySet<string>>,
  paths: readonly string[],
): string[] | undefined => {
  const items = launchableItems(manifest.items);
  if (items.length !== 1) return undefined;
  const files = indexFiles(paths);
  const start = decoded(items[0]!.launch!.split(/[?#]/, 1)[0]!);
  const pages = new Set([start]);
  const resolve = (folder: string, name: string) => files.find(folder === '' ? name : `${folder}/${name}`)?.path;
  for (const page of pages) {
    const folder = folderOf(page);
    const scripts = new Set<string>();
    const read = (names: ReadonlySet<string> | undefined) => {
      for (const name of names ?? []) {
        const path = resolve(folder, name);
        if (path === undefined) continue;
        if (!isPage(path)) scripts.add(path);
        else if (pages.size < PAGES_MAX) pages.add(path);
      }
    };
    read(named.get(page));
    for (const script of scripts) read(named.get(script));
  }
  return [...pages];
};
