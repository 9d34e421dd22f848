import { useState } from 'react';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { useWrite } from '../../shared/query.ts';
import type { Draft } from './draft.ts';
import { differing, draftOf, fieldsIn, staleOf, withParts } from './edit.ts';

/** Changing a planned campaign: the form, what saving came to, and the two ways on when somebody else was faster. */
export const useEdit = (campaign: Campaign, onClose: () => void) => {
  // What is compared with when it is saved: the campaign as opened, later what somebody else has made of it.
  const [base, setBase] = useState(campaign);
  const [draft, setDraft] = useState(() => draftOf(campaign));
  const [failure, setFailure] = useState<unknown>(null);
  const update = useWrite('campaigns.update', { tip: 'tips:campaign.updated', quiet: true });
  const submit = (on: Campaign, wanted: Draft): void => {
    setFailure(null);
    const changes = fieldsIn(wanted, differing(draftOf(on), wanted));
    update.mutate(
      { id: on.id, version: on.version, ...changes },
      {
        onSuccess: onClose,
        onError: (error) => {
          const now = staleOf(error)?.current;
          // Planning anew after a change of dates is a version too: what nobody changed stands in nobody's way.
          const same = now?.status === 'planned' && differing(draftOf(on), draftOf(now)).length === 0;
          if (same) submit(now, wanted);
          else setFailure(error);
        },
      },
    );
  };
  const stale = staleOf(failure);
  const was = draftOf(base);
  /** Their changes become the start; what was typed elsewhere stays in the form. */
  const take = (): void => {
    const now = draftOf(stale!.current);
    setDraft(withParts(draft, now, differing(was, now)));
    setBase(stale!.current);
    setFailure(null);
  };
  /** The own changes are saved over theirs; what was not touched here stays theirs. */
  const overwrite = (): void => {
    const mine = withParts(draftOf(stale!.current), draft, differing(was, draft));
    setDraft(mine);
    setBase(stale!.current);
    submit(stale!.current, mine);
  };
  return {
    base,
    draft,
    set: (patch: Partial<Draft>) => setDraft((now) => ({ ...now, ...patch })),
    dirty: differing(was, draft).length > 0,
    failure,
    stale,
    busy: update.isPending,
    save: () => submit(base, draft),
    take,
    overwrite,
  };
};
