import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { PresentationKind } from '@sergak/contract/library/presentations.rules.ts';
import { openPromise } from 'yauzl';
import { DeckError } from './deck.types.ts';

const HEAD_BYTES = 1024;
const OLE_HEAD = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ZIP_HEAD = Buffer.from('504b0304', 'hex');
const ENTRIES_MAX = 10_000;

/**
 * The kind of a presentation, judged by its content and never by its name. Throws DeckError if the file is empty,
 * encrypted or no presentation.
 */
export const readDeckKind = async (path: string): Promise<PresentationKind> => {
  const head = await readHead(path);
  if (head.length === 0) throw new DeckError('presentation.empty_file');
  // Readers of PDF accept other bytes before the header.
  if (head.includes('%PDF-')) return 'pdf';
  if (head.subarray(0, 4).equals(ZIP_HEAD)) return readZipKind(path);
  if (head.subarray(0, 8).equals(OLE_HEAD)) return readOleKind(path);
  throw new DeckError('presentation.unknown_kind');
};

const readHead = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** Looks at the names of the archive only. Its parts are checked later, in the separate process. */
const readZipKind = async (path: string): Promise<PresentationKind> => {
  const zip = await openPromise(path, { autoClose: false }).catch(() => {
    throw new DeckError('presentation.broken');
  });
  try {
    if (zip.entryCount > ENTRIES_MAX) throw new DeckError('presentation.unsafe');
    const names = new Set<string>();
    for await (const entry of zip.eachEntry()) names.add(entry.fileName.toLowerCase());
    if (names.has('ppt/presentation.xml')) return 'pptx';
    if (names.has('mimetype') && names.has('content.xml') && (await isOpenDocument(path))) return 'odp';
    throw new DeckError('presentation.unknown_kind');
  } catch (error) {
    throw error instanceof DeckError ? error : new DeckError('presentation.broken');
  } finally {
    zip.close();
  }
};

/** The first part of an OpenDocument file is its type, uncompressed, at a fixed place. */
const isOpenDocument = async (path: string) =>
  (await readHead(path)).subarray(30, 110).includes('mimetypeapplication/vnd.oasis.opendocument.presentation');

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const ENCRYPTED = utf16('EncryptedPackage');
const POWERPOINT = utf16('PowerPoint Document');

/** PowerPoint 97–2003, or a PPTX file with a password: both are OLE containers and differ in the names of their streams. */
const readOleKind = async (path: string): Promise<PresentationKind> => {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const seen = Buffer.concat([rest, chunk]);
    if (seen.includes(ENCRYPTED)) throw new DeckError('presentation.encrypted');
    if (seen.includes(POWERPOINT)) return 'ppt';
    rest = seen.subarray(-POWERPOINT.length);
  }
  throw new DeckError('presentation.unknown_kind');
};
