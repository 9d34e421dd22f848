import type { CampaignDraftRow } from '@sergak/contract/campaigns/drafts.schema.ts';
import { call, type CallOptions } from '../../shared/api.ts';
import { isApiError } from '../../shared/api-error.ts';
import type { CampaignDraft, Step } from './draft.ts';

const PAUSE_MS = 1_000;

/** State of a draft on the server: `taken`: somebody else has changed it, so nothing is saved any more. */
export type DraftState = {
  readonly phase: 'none' | 'saving' | 'saved' | 'failed' | 'taken';
  readonly at: string | null;
};
type Content = { readonly draft: CampaignDraft; readonly step: Step };
type Options = {
  /** The draft that was opened; null: the form has none yet. */
  readonly opened: { readonly id: string; readonly version: number; readonly updated_at: string } | null;
  readonly onState: (state: DraftState) => void;
  /** Called with the first change, which gives the form a draft. */
  readonly onMade: (id: string) => void;
};
export type DraftSaver = {
  /** Saves shortly after the last of several changes. */
  readonly change: (content: Content) => void;
  /** Saves what waits at once; `leaving`: the page is being closed. */
  readonly flush: (leaving?: boolean) => Promise<void>;
  /** Stops saving; returns the id of the draft, if there is one, after a save on its way has ended. */
  readonly stop: () => Promise<string | null>;
  /** Saves again after a launch that was rejected. */
  readonly resume: () => void;
};

/** Keeps the draft of a campaign on the server: one call at a time, each with the newest form. */
export const draftSaver = ({ opened, onState, onMade }: Options): DraftSaver => {
  let id = opened?.id ?? null;
  let version = opened?.version ?? 0;
  let waiting: Content | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let stopped = false;
  let taken = false;

  const send = async ({ draft, step }: Content, options: CallOptions): Promise<void> => {
    const body = { id: id!, name: draft.name.trim(), step, form: JSON.stringify(draft), version };
    onState({ phase: 'saving', at: null });
    try {
      const row: CampaignDraftRow = await call('campaigns.save-draft', body, options);
      version = row.version;
      onState({ phase: 'saved', at: row.updated_at });
    } catch (error) {
      if (isApiError(error) && error.code === 'campaign.draft_not_found') {
        // Deleted meanwhile: the form goes on as a new draft with its next change.
        id = null;
        version = 0;
      }
      taken = isApiError(error) && error.code === 'common.stale_version';
      onState({ phase: taken ? 'taken' : 'failed', at: null });
    }
  };
  const flush = async (leaving = false): Promise<void> => {
    clearTimeout(timer);
    if (running !== null) await running;
    if (waiting === null || stopped || taken) return;
    const content = waiting;
    waiting = null;
    running = send(content, leaving ? { keepalive: true } : {});
    await running;
    running = null;
  };
  return {
    change: (content) => {
      if (taken) return;
      if (id === null) {
        id = crypto.randomUUID();
        onMade(id);
      }
      waiting = content;
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), PAUSE_MS);
    },
    flush,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      if (running !== null) await running;
      return version > 0 ? id : null;
    },
    resume: () => {
      stopped = false;
      if (waiting !== null) timer = setTimeout(() => void flush(), PAUSE_MS);
    },
  };
};
