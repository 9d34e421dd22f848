import type { Slide } from '@sergak/contract/library/library.schema.ts';

/** What an author edits on a slide. */
export type SlideFields = Omit<Slide, 'id' | 'version'>;
export const slideFieldNames = [
  'layout',
  'title',
  'doc',
  'image_path',
  'image_alt',
  'audio_path',
  'transcript',
] as const satisfies readonly (keyof SlideFields)[];

export const fieldsOf = (slide: SlideFields): SlideFields => {
  const { layout, title, doc, image_path, image_alt, audio_path, transcript } = slide;
  return { layout, title, doc, image_path, image_alt, audio_path, transcript };
};

/** Names of the fields that differ. */
export const changedFields = (before: SlideFields, after: SlideFields): (keyof SlideFields)[] =>
  slideFieldNames.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
