import type { ScormItem } from './scorm.schema.ts';

/** All entries of a contents list that can be launched, in order. */
export const launchableItems = (items: readonly ScormItem[]): ScormItem[] =>
  items.flatMap((item) => [...(item.launch === null ? [] : [item]), ...launchableItems(item.items)]);
