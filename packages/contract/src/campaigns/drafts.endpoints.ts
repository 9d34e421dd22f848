import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam, list } from '../paging.ts';
import { campaignDraftRow, campaignDraftSave, storedCampaignDraft } from './drafts.schema.ts';

const allow = 'admin.phishing.campaigns';

export const draftsEndpoints = defineEndpoints({
  'campaigns.drafts': {
    method: 'GET', path: '/phishing/campaign-drafts', permission: allow,
    about: 'Campaigns that are being set up and have not been launched, the last changed first.',
    results: 'none', response: list(campaignDraftRow),
  },
  'campaigns.draft': {
    method: 'GET', path: '/phishing/campaign-drafts/:id', permission: allow,
    about: 'A draft of a campaign with its form.',
    params: idParam, results: 'none', response: storedCampaignDraft, errors: ['campaign.draft_not_found'],
  },
  'campaigns.save-draft': {
    method: 'PUT', path: '/phishing/campaign-drafts/:id', permission: allow,
    about: 'Keeps a draft of a campaign under an id that the client has chosen. Version 0 adds a new draft.',
    params: idParam, body: campaignDraftSave, results: 'none', response: campaignDraftRow,
    errors: ['campaign.draft_not_found', 'campaign.drafts_full', 'common.stale_version'],
    audit: { none: 'saved after each change of a form; the launch is logged' }, touches: [],
  },
  'campaigns.delete-draft': {
    method: 'DELETE', path: '/phishing/campaign-drafts/:id', permission: allow,
    about: 'Deletes a draft of a campaign.',
    params: idParam, results: 'none', response: z.null(), errors: ['campaign.draft_not_found'],
    audit: { action: 'campaign.draft_deleted' }, touches: ['campaigns'],
  },
});
