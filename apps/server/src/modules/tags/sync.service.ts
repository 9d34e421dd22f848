import { isCustom, TAG_COLOR } from '@sergak/contract/tags/tags.rules.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { findByTitle } from './tags.query.ts';
import * as repo from './tags.repo.ts';
import { requireTag } from './tags.service.ts';

const requireCustom = async (tx: Tx, id: string) => {
  const tag = await requireTag({ tx }, id);
  if (!isCustom(tag)) throw new AppError('tag.system_tag', { title: tag.title });
  return tag;
};

/** The tag of the organisation with this title, in any letter case; created if there is none. */
export const ensureTag = async (tx: Tx, title: string): Promise<{ id: string; isNew: boolean }> => {
  const found = await findByTitle(tx, title);
  if (!found) return { id: await repo.insertTag(tx, { title, color: TAG_COLOR }), isNew: true };
  await requireCustom(tx, found);
  return { id: found, isNew: false };
};

/** Renames a tag of the organisation. */
export const renameTag = async (tx: Tx, id: string, title: string): Promise<void> => {
  await requireCustom(tx, id);
  await repo.updateTag(tx, id, { title });
};

/** Adds people to a tag as the staff page does, so that the actions of the tag run for them. Returns who joined. */
export const joinBySync = async (tx: Tx, id: string, people: readonly string[]): Promise<string[]> => {
  await requireCustom(tx, id);
  return repo.addMembers(tx, id, people, true);
};

/** Removes people from one tag. Returns who left; other tags stay. */
export const leaveBySync = async (tx: Tx, id: string, people: readonly string[]): Promise<string[]> => {
  await requireCustom(tx, id);
  return repo.removeMembers(tx, id, people);
};

/** Deletes a tag of the organisation. */
export const dropBySync = async (tx: Tx, id: string): Promise<void> => {
  await requireCustom(tx, id);
  await repo.deleteTagRow(tx, id);
};
