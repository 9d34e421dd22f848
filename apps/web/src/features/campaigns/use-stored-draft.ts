import { useEffect, useState } from 'react';
import type { StoredCampaignDraft } from '@sergak/contract/campaigns/drafts.schema.ts';
import { refresh } from '../../shared/query.ts';
import { type DraftSaver, draftSaver, type DraftState } from './draft-saver.ts';

/** Keeps the form of a campaign as a draft on the server while it is filled in. */
export const useStoredDraft = (
  opened: StoredCampaignDraft | null,
  onMade: (id: string) => void,
): { saver: DraftSaver; state: DraftState } => {
  const [state, setState] = useState<DraftState>({
    phase: opened === null ? 'none' : 'saved',
    at: opened?.updated_at ?? null,
  });
  const [saver] = useState(() => draftSaver({ opened, onState: setState, onMade }));
  useEffect(() => {
    const leave = (): void => void saver.flush(true);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      void saver.flush().then(() => refresh('campaigns'));
    };
  }, [saver]);
  return { saver, state };
};
