import { useState } from 'react';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { useWrite } from '../../shared/query.ts';
import type { CampaignDraft } from './draft.ts';
import { differingSettings, editDraft, fieldsIn, staleSettings, withParts } from './edit.ts';

/** Edits a planned campaign: the form, the result of saving, and two ways to resolve an edit conflict. */
export const useEdit = (campaign: Campaign, onClose: () => void) => {
  // The state that changes are compared with: the campaign as opened, later as another person saved it.
  const [base, setBase] = useState(campaign);
  const [draft, setDraft] = useState(() => editDraft(campaign));
  const [failure, setFailure] = useState<unknown>(null);
  const update = useWrite('campaigns.update', { tip: 'tips:campaign.updated', quiet: true });
  const submit = (on: Campaign, wanted: CampaignDraft): void => {
    setFailure(null);
    const changes = fieldsIn(wanted, differingSettings(editDraft(on), wanted));
    update.mutate(
      { id: on.id, version: on.version, ...changes },
      {
        onSuccess: onClose,
        onError: (error) => {
          const now = staleSettings(error)?.current;
          // Replanning after a change of dates also creates a version: a version without changes to the form is not a
          // conflict.
          const same = now?.status === 'planned' && differingSettings(editDraft(on), editDraft(now)).length === 0;
          if (same) submit(now, wanted);
          else setFailure(error);
        },
      },
    );
  };
  const stale = staleSettings(failure);
  const was = editDraft(base);
  /** Takes over the other person's changes; values typed into other fields stay in the form. */
  const take = (): void => {
    const now = editDraft(stale!.current);
    setDraft(withParts(draft, now, differingSettings(was, now)));
    setBase(stale!.current);
    setFailure(null);
  };
  /** Saves my changes over theirs; parts that I did not touch stay as they saved them. */
  const overwrite = (): void => {
    const mine = withParts(editDraft(stale!.current), draft, differingSettings(was, draft));
    setDraft(mine);
    setBase(stale!.current);
    submit(stale!.current, mine);
  };
  return {
    base,
    draft,
    set: (patch: Partial<CampaignDraft>) => setDraft((now) => ({ ...now, ...patch })),
    dirty: differingSettings(was, draft).length > 0,
    failure,
    stale,
    busy: update.isPending,
    save: () => submit(base, draft),
    take,
    overwrite,
  };
};
