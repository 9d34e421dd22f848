import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TagAction } from '@sergak/contract/automation/automation.schema.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { call, touchedFamilies } from '../../shared/api.ts';
import { failedWith } from '../../shared/api-error.ts';
import { refresh } from '../../shared/query.ts';
import { foreignChanges, mergeOntoStored } from './conflict.ts';
import { changeCount, type ActionDraft, actionDraft, type Sheet, sheetOf } from './draft.ts';
import { actionSave } from './plan.ts';

const storedSheet = async (id: string): Promise<Sheet> => {
  const [tags, actions] = await Promise.all([call('tags.list', {}), call('automation.actions', { id })]);
  const tag = tags.data.find((one) => one.id === id);
  if (tag === undefined) throw new Error('the tag is gone');
  return sheetOf(tag, actions.data);
};

/**
 * The edited state of a tag's page. Follows the stored state until something is changed; then keeps the changes until
 * they are saved in one call or discarded.
 */
export const useTagDraft = (tag: Tag, actions: readonly TagAction[]) => {
  const [seen, setSeen] = useState({ tag, actions });
  const [draft, setDraft] = useState<ActionDraft>(() => actionDraft(sheetOf(tag, actions)));
  const [theirs, setTheirs] = useState<Sheet | null>(null);
  const changed = changeCount(draft);
  const save = useMutation({
    /** Returns whether everything is saved; a conflict is not an error, the user decides about it. */
    mutationFn: async (): Promise<boolean> => {
      try {
        const saved = await call('automation.save', { id: tag.id, ...actionSave(draft) });
        setDraft(actionDraft(sheetOf(saved.tag, saved.actions)));
        return true;
      } catch (error) {
        if (!failedWith(error, 'common.stale_version', 'action.not_found', 'action.taken')) throw error;
        setTheirs(await storedSheet(tag.id));
        return false;
      } finally {
        await refresh(...touchedFamilies('automation.save'));
      }
    },
    meta: { quiet: true },
  });
  if ((seen.tag !== tag || seen.actions !== actions) && !save.isPending) {
    setSeen({ tag, actions });
    if (changed === 0 && theirs === null) setDraft(actionDraft(sheetOf(tag, actions)));
  }
  const take = (next: ActionDraft): void => {
    setTheirs(null);
    save.reset();
    setDraft(next);
  };
  return {
    draft,
    changed,
    set: setDraft,
    save,
    /** Changes of other people while a conflict is open. */
    conflict: theirs === null ? null : foreignChanges(draft.base, theirs),
    takeTheirs: () => theirs !== null && take(actionDraft(theirs)),
    keepMine: () => theirs !== null && take(mergeOntoStored(draft, theirs)),
    drop: () => take(actionDraft(sheetOf(tag, actions))),
  };
};
export type TagDraft = ReturnType<typeof useTagDraft>;
