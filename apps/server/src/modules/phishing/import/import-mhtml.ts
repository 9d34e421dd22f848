import PostalMime from 'postal-mime';
import { fieldOf, latin1, scanMime, type MimeBlock } from '../../../platform/mail-file/mime-scan.ts';
import { decodePage, requirePage, titleOf, type Source } from './import-source.ts';
import { ImportError } from './import.types.ts';

// «Save as» of Chrome, Edge and older browsers: one message whose parts are the page, its frames, styles and pictures. The mail
// parser joins texts and hides their addresses, so each part is given to it alone, as an attachment.

type Part = {
  readonly type: string;
  readonly charset: string | null;
  readonly bytes: Uint8Array;
  readonly location: string;
  readonly cid: string;
};

const AS_FILE = Buffer.from('Content-Disposition: attachment\r\n');
const bare = (cid: string): string => cid.trim().replace(/^<|>$/g, '').toLowerCase();

const readPart = async (raw: Uint8Array, block: MimeBlock): Promise<Part | null> => {
  const { attachments } = await PostalMime.parse(Buffer.concat([AS_FILE, raw.subarray(block.start, block.end)]));
  const content = attachments[0]?.content;
  if (!(content instanceof ArrayBuffer) && !(content instanceof Uint8Array)) return null;
  const head = latin1(raw, block.start, block.bodyStart);
  return {
    type: block.headers.type ?? 'text/plain',
    charset: block.headers.charset,
    bytes: new Uint8Array(content),
    location: fieldOf(head, 'content-location') ?? '',
    cid: bare(fieldOf(head, 'content-id') ?? ''),
  };
};

const partsOf = async (raw: Uint8Array): Promise<Part[]> => {
  const parts: Part[] = [];
  for (const block of scanMime(raw)) {
    if (block.headers.boundary !== null) continue;
    const part = await readPart(raw, block).catch(() => null);
    if (part) parts.push(part);
  }
  return parts;
};

const isHtml = ({ type }: Pick<Part, 'type'>): boolean => /^(?:text\/html|application\/xhtml\+xml)$/.test(type);
const nameOf = ({ location, cid, type }: Part): string => {
  const last = location
    .replace(/^cid:|[?#][^]*$/gi, '')
    .split('/')
    .at(-1);
  return isHtml({ type }) && !/\.x?html?$/i.test(last ?? '') ? 'frame.html' : last || cid || 'file';
};

/** Reads a page that a browser saved as one file (.mhtml, .mht). */
export const readMhtml = async (raw: Uint8Array): Promise<Source> => {
  const top = scanMime(raw)[0];
  if (!top?.headers.type) throw new ImportError('unreadable');
  const parts = await partsOf(raw);
  const start = bare(
    /;\s*start\s*=\s*"?([^";\s]+)/i.exec(fieldOf(latin1(raw, 0, top.bodyStart), 'content-type') ?? '')?.[1] ?? '',
  );
  const page = parts.find((part) => isHtml(part) && start !== '' && part.cid === start) ?? parts.find(isHtml);
  if (!page) throw new ImportError('empty');
  const html = requirePage(decodePage(page.bytes, page.charset));
  const byCid = new Map(parts.filter(({ cid }) => cid !== '').map((part) => [part.cid, part]));
  const byLocation = new Map(parts.filter(({ location }) => location !== '').map((part) => [part.location, part]));
  return {
    html,
    subject: titleOf(html),
    sender: null,
    hasBase: true,
    fileAt: (address) => {
      const cid = /^cid:(.+)$/i.exec(address.trim())?.[1];
      const full = URL.parse(address.trim(), page.location || undefined)?.href ?? '';
      // Chrome names its styles by a location that looks like a Content-ID.
      const part = byLocation.get(address.trim()) ?? (cid === undefined ? byLocation.get(full) : byCid.get(bare(cid)));
      return part && part !== page ? { name: nameOf(part), bytes: part.bytes } : undefined;
    },
  };
};
