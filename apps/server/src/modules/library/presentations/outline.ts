import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PRESENTATION_SLIDES_MAX } from '@sergak/contract/library/presentations.rules.ts';
import { SheetError } from '@sergak/sheets/sheet-types.ts';
import { scanXml } from '@sergak/sheets/xml-scan.ts';
import { openArchive, type Archive, type ZipLimits } from '@sergak/sheets/zip-scan.ts';
import { DeckError, type OutlineSlide, type SoundType } from './deck.types.ts';
import { rejectLinksOutside } from './links-outside.ts';

const limits: ZipLimits = {
  maxEntries: 10_000,
  maxInflated: 1_000_000_000,
  maxRatio: 200,
  ratioFrom: 32 * 1024 * 1024,
};
const SOUND_BYTES_MAX = 100_000_000;
const TEXT_MAX = 20_000;

/**
 * Reads the visible slides of a PPTX file in their order: titles, notes and sounds, which are lost in a PDF. The whole
 * archive is checked first. Sounds are written to `folder`.
 */
export const readOutline = async (path: string, folder: string): Promise<OutlineSlide[]> => {
  try {
    const archive = await openArchive(path, limits);
    try {
      await rejectLinksOutside(archive);
      return await readSlides(archive, folder);
    } finally {
      archive.close();
    }
  } catch (error) {
    throw error instanceof SheetError ? asDeckError(error) : error;
  }
};

/** Checks an archive without reading it as a presentation. */
export const checkArchive = async (path: string): Promise<void> => {
  try {
    const archive = await openArchive(path, limits);
    const manifest = archive.has('META-INF/manifest.xml') ? await archive.stream('META-INF/manifest.xml') : null;
    let encrypted = false;
    if (manifest) await scanXml(manifest, { open: (name) => (encrypted ||= name === 'encryption-data') });
    if (encrypted) throw new DeckError('presentation.encrypted');
    await rejectLinksOutside(archive).finally(() => archive.close());
  } catch (error) {
    throw error instanceof SheetError ? asDeckError(error) : error;
  }
};

const asDeckError = ({ code }: SheetError): DeckError =>
  new DeckError(
    code === 'encrypted' ? 'presentation.encrypted' : code === 'unsafe' ? 'presentation.unsafe' : 'presentation.broken',
  );

const readSlides = async (archive: Archive, folder: string): Promise<OutlineSlide[]> => {
  const parts = await readRelations(archive, 'ppt/presentation.xml');
  const order: string[] = [];
  await scanXml(await archive.stream('ppt/presentation.xml'), {
    open: (name, attributes) => {
      const target = name === 'sldId' ? parts.find((part) => part.id === attributes['r:id'])?.target : undefined;
      if (target !== undefined) order.push(target);
    },
  });
  const slides: OutlineSlide[] = [];
  for (const path of order) {
    const { title, hidden } = await readShapes(archive, path, ['title', 'ctrTitle']);
    if (hidden) continue;
    if (slides.length >= PRESENTATION_SLIDES_MAX)
      throw new DeckError('presentation.too_many_slides', { limit: PRESENTATION_SLIDES_MAX });
    const relations = await readRelations(archive, path);
    const notes = relations.find((one) => one.type === 'notesSlide');
    slides.push({
      title: title.join(' '),
      notes: notes ? (await readShapes(archive, notes.target, ['body'])).title : [],
      ...(await readSound(archive, relations, join(folder, `sound-${slides.length}`))),
    });
  }
  return slides;
};

/** Paragraphs of the placeholders of these types, and whether the slide is hidden. */
const readShapes = async (archive: Archive, path: string, types: readonly string[]) => {
  const title: string[] = [];
  let [hidden, wanted, inText] = [false, false, false];
  let paragraph = '';
  let total = 0;
  if (archive.has(path))
    await scanXml(await archive.stream(path), {
      open: (name, attributes) => {
        if (name === 'sld') hidden = /^(0|false)$/.test(attributes['show'] ?? '');
        if (name === 'sp') wanted = false;
        if (name === 'ph') wanted = types.includes(attributes['type'] ?? '');
        if (name === 't') inText = wanted;
        if (name === 'br' && wanted) paragraph += ' ';
      },
      text: (piece) => {
        if (inText && (total += piece.length) <= TEXT_MAX) paragraph += piece;
      },
      close: (name) => {
        if (name === 't') inText = false;
        if (name !== 'p' || !wanted) return;
        if (paragraph.trim() !== '') title.push(paragraph.trim());
        paragraph = '';
      },
    });
  return { title, hidden };
};

type Relation = { readonly id: string; readonly type: string; readonly target: string };
/** Relations of a part to other parts of the file. External ones are left out. */
const readRelations = async (archive: Archive, path: string): Promise<Relation[]> => {
  const folder = posix.dirname(path);
  const file = posix.join(folder, '_rels', `${posix.basename(path)}.rels`);
  const found: Relation[] = [];
  if (!archive.has(file)) return found;
  await scanXml(await archive.stream(file), {
    open: (name, attributes) => {
      if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return;
      const target = attributes['Target'] ?? '';
      found.push({
        id: attributes['Id'] ?? '',
        type: (attributes['Type'] ?? '').split('/').at(-1)!,
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      });
    },
  });
  return found;
};

const endings = /\.(mp3|m4a|ogg|oga|wav|wma|aif|aiff|aac|mid|au)$/i;
/** The first sound of a slide that browsers can play, judged by its content. */
const readSound = async (
  archive: Archive,
  relations: readonly Relation[],
  path: string,
): Promise<Pick<OutlineSlide, 'sound' | 'soundSkipped'>> => {
  const media = relations.filter((one) => one.type === 'audio' || (one.type === 'media' && endings.test(one.target)));
  const targets = [...new Set(media.map((one) => one.target))].filter((target) => archive.has(target));
  for (const target of targets) {
    let size = 0;
    const limited = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        if ((size += chunk.length) > SOUND_BYTES_MAX) return;
        yield chunk;
      }
    };
    await pipeline(await archive.stream(target), limited, createWriteStream(path));
    const type = size > SOUND_BYTES_MAX ? null : await readSoundType(path);
    if (type) return { sound: { path, type }, soundSkipped: false };
  }
  return { sound: null, soundSkipped: targets.length > 0 };
};

/** The type of a sound that all browsers play; null for any other file. */
const readSoundType = async (path: string): Promise<SoundType | null> => {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0).finally(() => file.close());
  if (buffer.subarray(0, 3).equals(Buffer.from('ID3'))) return 'audio/mpeg';
  // Frame header: eleven bits of synchronisation, layer III, no reserved version.
  if (buffer[0] === 0xff && (buffer[1]! & 0xe6) === 0xe2 && (buffer[1]! & 0x18) !== 0x08) return 'audio/mpeg';
  if (buffer.subarray(0, 4).equals(Buffer.from('OggS'))) return 'audio/ogg';
  const brand = buffer.subarray(8, 12).toString('latin1');
  return buffer.subarray(4, 8).equals(Buffer.from('ftyp')) && /^M4[AB] $/.test(brand) ? 'audio/mp4' : null;
};
