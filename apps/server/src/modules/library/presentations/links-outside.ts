import { posix } from 'node:path';
import { scanXml } from '@sergak/sheets/xml-scan.ts';
import type { Archive } from '@sergak/sheets/zip-scan.ts';
import { DeckError } from './deck.types.ts';

/** Addresses of the web: the conversion has no network, so they load nothing. */
const WEB = /^https?:\/\//i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Whether an address inside the package leaves it: an absolute path, another scheme, or steps above its root. */
const leaves = (folder: string, target: string): boolean => {
  // oxlint-disable-next-line no-control-regex
  const address = target.replace(/[\u0000-\u0020]/g, '');
  if (address === '' || address.startsWith('#') || WEB.test(address)) return false;
  if (SCHEME.test(address) || address.includes('\\')) return true;
  let path = address;
  try {
    path = decodeURIComponent(address);
  } catch {
    return true;
  }
  return SCHEME.test(path) || path.startsWith('/') || /^\.\.(?:\/|$)/.test(posix.join(folder, path));
};

const reject = (part: string): never => {
  throw new DeckError('presentation.links_outside', { part: part.slice(0, 200) });
};

/** Elements whose address is only followed by a click, or not at all: hyperlinks, the template, sounds of transitions. */
const followed: ReadonlySet<string> = new Set(['a', 'event-listener', 'template', 'sound']);

const checkOpenDocument = async (archive: Archive, part: string): Promise<void> => {
  await scanXml(await archive.stream(part), {
    open: (name, attributes) => {
      if (name === 'dde-source' || name === 'dde-connection-decl') reject(part);
      if (followed.has(name)) return;
      for (const [attribute, value] of Object.entries(attributes))
        if (/(?:^|:)(?:href|src)$/.test(attribute) && leaves('', value)) reject(part);
    },
  });
};

const checkRelations = async (archive: Archive, part: string): Promise<void> => {
  const folder = posix.dirname(posix.dirname(part));
  await scanXml(await archive.stream(part), {
    open: (name, attributes) => {
      if (name !== 'Relationship' || /\/hyperlink$/.test(attributes['Type'] ?? '')) return;
      const target = attributes['Target'] ?? '';
      const isOutside = /^\s*external\s*$/i.test(attributes['TargetMode'] ?? '');
      // Targets inside the package may begin with its root.
      if (isOutside ? !WEB.test(target.trim()) : leaves(folder === '.' ? '' : folder, target.replace(/^\/(?!\/)/, '')))
        reject(part);
    },
  });
};

/**
 * Rejects a presentation that shows or plays a file outside itself: the converter would read it from the server. Hyperlinks
 * remain, because nobody follows them during the conversion.
 */
export const rejectLinksOutside = async (archive: Archive): Promise<void> => {
  for (const part of archive.names) {
    if (/(?:^|\/)_rels\/[^/]*\.rels$/i.test(part)) await checkRelations(archive, part);
    else if (/\.xml$/i.test(part) && !part.startsWith('ppt/')) await checkOpenDocument(archive, part);
  }
};
