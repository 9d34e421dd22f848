import { draftsEndpoints } from '@sergak/contract/campaigns/drafts.endpoints.ts';
import { bind } from '../../../platform/http/bind.ts';
import { findDrafts } from './drafts.query.ts';
import { deleteDraft, requireDraft, saveDraft } from './drafts.service.ts';

export const draftsRoutes = bind(draftsEndpoints, {
  'campaigns.drafts': async ({ tx }) => ({ data: await findDrafts(tx) }),
  'campaigns.draft': ({ tx }, { id }) => requireDraft(tx, id),
  'campaigns.save-draft': saveDraft,
  'campaigns.delete-draft': deleteDraft,
});
