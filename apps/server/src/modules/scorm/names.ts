import { crc32 } from 'node:zlib';
import { decodeName, nameEncodings, type NameEncoding } from './names-code-pages.ts';
import { ScormPackageError } from './packages-error.ts';
import type { RawEntry } from './zip-directory.ts';

const SEGMENT_BYTES_MAX = 240;
const PATH_BYTES_MAX = 1000;
const DEPTH_MAX = 32;
const UTF8_FLAG = 0x800;
const UNICODE_PATH = 0x7075;

/** A file of a package by its path: decoded, composed (NFC), with slashes. */
export type NamedEntry = { readonly path: string; readonly entry: RawEntry['entry'] };
export type Names = { readonly files: readonly NamedEntry[]; readonly encoding: NameEncoding; readonly junk: string[] };

/** The form in which paths are stored and compared. */
export const normalPath = (path: string): string => path.normalize('NFC');
/** Paths with the same key are one file on file systems that ignore case. */
export const foldedPath = (path: string): string => normalPath(path).toUpperCase().toLowerCase();

const JUNK = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/i;

/** The name that Info-ZIP stores as UTF-8 next to the plain name; undefined if it is missing or belongs to another name. */
const unicodePath = ({ entry, name }: RawEntry): string | undefined => {
  const field = entry.extraFields.find(({ id }) => id === UNICODE_PATH)?.data;
  if (!field || field.length < 6 || field[0] !== 1 || field.readUInt32LE(1) !== crc32(name)) return undefined;
  return decodeName(field.subarray(5), 'utf-8');
};

const isAscii = (name: Buffer): boolean => name.every((byte) => byte < 0x80);

/** A name whose encoding the archive declares or that needs none. */
const certainName = (raw: RawEntry): string | undefined => {
  const declared = unicodePath(raw);
  if (declared !== undefined) return declared;
  if (isAscii(raw.name)) return raw.name.toString('latin1');
  return (raw.entry.generalPurposeBitFlag & UTF8_FLAG) !== 0 ? decodeName(raw.name, 'utf-8') : undefined;
};

/**
 * Decodes and checks the names of an archive. Names in an undeclared code page are decoded with the one by which most of the
 * manifest's files exist. Files of operating systems are left out.
 */
export const nameEntries = (entries: readonly RawEntry[], wanted: readonly string[]): Names => {
  const certain = entries.map(certainName);
  const uncertain = entries.filter((_, index) => certain[index] === undefined);
  const encoding = uncertain.length === 0 ? 'utf-8' : chooseEncoding(uncertain, wanted);
  const files: NamedEntry[] = [];
  const junk: string[] = [];
  entries.forEach(({ entry, name }, index) => {
    const text = certain[index] ?? decodeName(name, encoding);
    if (text === undefined) throw new ScormPackageError('path_unsafe', [name.toString('latin1')]);
    const path = safePath(text);
    if (JUNK.test(path)) junk.push(path);
    else files.push({ path, entry });
  });
  rejectDuplicates(files);
  return { files, encoding, junk };
};

const chooseEncoding = (entries: readonly RawEntry[], wanted: readonly string[]): NameEncoding => {
  const references = new Set(wanted.map(foldedPath));
  const scores = nameEncodings.map((encoding) => {
    const names = entries.map(({ name }) => decodeName(name, encoding));
    if (names.includes(undefined)) return { encoding, score: -1 };
    const found = names.filter((name) => endsWithReference(references, foldedPath(name!.replaceAll('\\', '/'))));
    return { encoding, score: found.length };
  });
  const best = Math.max(...scores.map(({ score }) => score));
  return scores.find(({ score }) => score === best)!.encoding; // of equals the first: UTF-8, then cp866
};

/** Whether the path, or the path without some of its first folders, is one of the references. */
const endsWithReference = (references: ReadonlySet<string>, path: string): boolean => {
  for (let from = 0; from !== -1; from = path.indexOf('/', from) + 1 || -1)
    if (references.has(path.slice(from))) return true;
  return false;
};

/** The path with slashes and without empty parts. Throws if it leaves the package or no system could store it. */
const safePath = (text: string): string => {
  const unsafe = () => new ScormPackageError('path_unsafe', [text]);
  // oxlint-disable-next-line no-control-regex -- control characters are what is rejected
  if (/[\u0000-\u001f\u007f]/.test(text) || !text.isWellFormed()) throw unsafe();
  const slashed = text.replaceAll('\\', '/');
  if (slashed.startsWith('/') || /^[a-z]:/i.test(slashed)) throw unsafe();
  const parts = slashed.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || parts.includes('..')) throw unsafe();
  const path = normalPath(parts.join('/'));
  const tooLong = parts.some((part) => Buffer.byteLength(part) > SEGMENT_BYTES_MAX);
  if (tooLong || parts.length > DEPTH_MAX || Buffer.byteLength(path) > PATH_BYTES_MAX)
    throw new ScormPackageError('path_too_long', [path]);
  return path;
};

const rejectDuplicates = (files: readonly NamedEntry[]): void => {
  const seen = new Map<string, string>();
  for (const { path } of files) {
    const key = foldedPath(path);
    const earlier = seen.get(key);
    if (earlier !== undefined) throw new ScormPackageError('duplicate_names', [earlier, path]);
    seen.set(key, path);
  }
};
