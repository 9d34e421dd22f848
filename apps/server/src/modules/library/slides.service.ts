import type { Input } from '@sergak/contract/endpoint.ts';
import type { PlacedSlide } from '@sergak/contract/library/library.schema.ts';
import { SLIDES_MAX } from '@sergak/contract/library/media.rules.ts';
import { mediaOf, nodesOf, slideText } from '@sergak/contract/library/slide-doc.rules.ts';
import type { slidesEndpoints } from '@sergak/contract/library/slides.endpoints.ts';
import type { SlideChanges } from '@sergak/contract/library/slides.schema.ts';
import { changesOf } from '../../platform/audit.ts';
import { type Ctx, Logged } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { requireVersion, staleVersion } from '../../platform/version.ts';
import * as library from './library.query.ts';
import * as media from './media.repo.ts';
import * as modules from './modules.repo.ts';
import { getModule, lockModule } from './modules.service.ts';
import * as repo from './slides.repo.ts';

type In<K extends keyof typeof slidesEndpoints> = Input<(typeof slidesEndpoints)[K]>;
type Place = { id: string; slideId: string };

const idOf = (path: string): string => path.slice('/lk/files/'.length);

export const listSlides = async (ctx: Ctx, { id }: In<'library.slides'>) => ({
  data: (await getModule(ctx, { id })).slides,
});

/** Files of a slide with the kind that each of them must have. */
const filesOf = ({ image_path, audio_path, doc }: SlideChanges): media.UsedFile[] => [
  ...(image_path ? [{ id: idOf(image_path), kind: 'image' as const }] : []),
  ...(audio_path ? [{ id: idOf(audio_path), kind: 'audio' as const }] : []),
  ...(doc ? mediaOf(doc) : []).map(({ path, kind }) => ({ id: idOf(path), kind })),
];

/** Checks the files of a slide and links them to the module, so that the sweep keeps them. */
const linkFiles = async (tx: Tx, moduleId: string, changes: SlideChanges): Promise<void> => {
  const used = filesOf(changes);
  const kindById = await media.findFiles(tx, used);
  const missing = used.find((file) => kindById.get(file.id) !== file.kind);
  if (missing) throw new AppError('slide.media_missing', { path: `/lk/files/${missing.id}` });
  await media.linkFiles(tx, moduleId, used);
};

/** Every picture needs an alternative text. */
const assertAlt = ({ image_path, image_alt, doc }: SlideChanges): void => {
  const pictures = doc ? [...nodesOf(doc)].filter((node) => node.type === 'image') : [];
  if ((image_path && !image_alt) || pictures.some((node) => String(node.attrs!['alt']).trim() === ''))
    throw new AppError('slide.alt_missing');
};

const columnsOf = ({ doc, image_path, audio_path, ...plain }: SlideChanges) => ({
  ...plain,
  ...(doc && { doc: JSON.stringify(doc) }),
  ...(image_path !== undefined && { image_file_id: image_path && idOf(image_path) }),
  ...(audio_path !== undefined && { audio_file_id: audio_path && idOf(audio_path) }),
});

/** A slide as the audit log stores it. */
const factsOf = (slide: PlacedSlide) => ({
  slide_title: slide.title,
  layout: slide.layout,
  slide_text: slideText(slide.doc),
  picture: slide.image_path,
  image_alt: slide.image_alt,
  audio: slide.audio_path,
  transcript: slide.transcript,
  order_id: slide.order_id,
});
/** The entry of a change of a slide, with its values before and after. */
const logged = <T>(
  output: T,
  module: { id: string; title: string },
  titles: readonly string[],
  change?: { readonly before: PlacedSlide; readonly after: PlacedSlide },
): Logged<T> =>
  new Logged(output, {
    kind: 'module',
    id: module.id,
    title: module.title,
    ...(change && { changes: changesOf(factsOf(change.before), factsOf(change.after)) }),
    details: { titles: titles.filter((title) => title !== '') },
  });

/** Adds a slide at a position, or at the end. */
export const createSlide = async (ctx: Ctx, { id, order_id, ...slide }: In<'library.create-slide'>) => {
  const module = await lockModule(ctx.tx, id);
  const ids = await repo.slideIds(ctx.tx, id);
  if (ids.length >= SLIDES_MAX) throw new AppError('slide.limit', { limit: SLIDES_MAX });
  assertAlt(slide);
  await linkFiles(ctx.tx, id, slide);
  // The position is unique only at the end of the transaction.
  const slideRow = await repo.insertSlide(ctx.tx, { ...columnsOf(slide), module_id: id, order_id: ids.length });
  await repo.orderSlides(ctx.tx, id, ids.toSpliced(order_id ?? ids.length, 0, slideRow));
  await modules.touchModuleRow(ctx.tx, id);
  return logged(await findSlide(ctx.tx, { id, slideId: slideRow }), module, [slide.title]);
};

/** A slide of the module; throws if the module or the slide does not exist. */
const findSlide = async (tx: Tx, { id, slideId }: Place): Promise<PlacedSlide> => {
  const found = (await library.findModule(tx, id))?.slides.find((one) => one.id === slideId);
  if (!found) throw new AppError('slide.not_found');
  return found;
};

/** Locks the module of a slide, so that changes of its slides wait for one another. */
const lockSlide = async (tx: Tx, at: Place) => {
  const module = await modules.lockModuleRow(tx, at.id);
  if (!module) throw new AppError('slide.not_found');
  return { module, slide: await findSlide(tx, at) };
};

/** Changes the given fields of a slide, and its position. */
export const updateSlide = async (ctx: Ctx, input: In<'library.update-slide'>) => {
  const { id, slideId, version, order_id, ...changes } = input;
  const { module, slide } = await lockSlide(ctx.tx, input);
  requireVersion(slide, version);
  const changedFields = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as SlideChanges;
  assertAlt({ ...slide, ...changedFields });
  await linkFiles(ctx.tx, id, changedFields);
  await media.releaseFiles(ctx.tx, id);
  await repo.updateSlideRow(ctx.tx, slideId, columnsOf(changedFields));
  if (order_id !== undefined) {
    const others = (await repo.slideIds(ctx.tx, id)).filter((one) => one !== slideId);
    await repo.orderSlides(ctx.tx, id, others.toSpliced(order_id, 0, slideId));
  }
  await modules.touchModuleRow(ctx.tx, id);
  const after = await findSlide(ctx.tx, input);
  return logged(after, module, [after.title], { before: slide, after });
};

/** Deletes a slide. Published versions keep it and its files. */
export const deleteSlide = async (ctx: Ctx, at: In<'library.delete-slide'>) => {
  const { module, slide } = await lockSlide(ctx.tx, at);
  await repo.deleteSlideRow(ctx.tx, at.slideId);
  const ids = await repo.slideIds(ctx.tx, at.id);
  await repo.orderSlides(ctx.tx, at.id, ids);
  await media.releaseFiles(ctx.tx, at.id);
  await modules.touchModuleRow(ctx.tx, at.id);
  return logged({ slide }, module, [slide.title]);
};

/** Removes the audio of a slide together with its transcript. */
export const deleteAudio = async (ctx: Ctx, at: In<'library.delete-slide-audio'>) => {
  const { module, slide } = await lockSlide(ctx.tx, at);
  await media.releaseFiles(ctx.tx, at.id);
  await repo.updateSlideRow(ctx.tx, at.slideId, { audio_file_id: null, transcript: '' });
  await modules.touchModuleRow(ctx.tx, at.id);
  const after = await findSlide(ctx.tx, at);
  return logged(after, module, [slide.title], { before: slide, after });
};

/** Puts the slides of a module into another order. */
export const swapSlides = async (ctx: Ctx, { id, ids }: In<'library.swap-slides'>) => {
  const module = await lockModule(ctx.tx, id);
  const stored = new Set(await repo.slideIds(ctx.tx, id));
  if (new Set(ids).size !== ids.length || ids.length !== stored.size || !ids.every((one) => stored.has(one)))
    throw staleVersion();
  await repo.orderSlides(ctx.tx, id, ids);
  await modules.touchModuleRow(ctx.tx, id);
  return logged({ data: (await getModule(ctx, { id })).slides }, module, []);
};
