import { z } from 'zod';
import { recipientHistory } from '../campaigns/campaigns.schema.ts';
import { defineEndpoints } from '../endpoint.ts';
import { id } from '../paging.ts';

const allow = 'admin.phishing.campaigns';
const rowId = z.coerce.number().int().positive();
const bothTouched = ['campaigns', 'statistics'];

export const trackingEndpoints = defineEndpoints({
  'campaigns.overrule': {
    method: 'POST', path: '/phishing/campaigns/:id/users/:recipient/events/:event/verdict', permission: allow,
    about: 'Overrides the verdict whether a person or a machine caused an event. The result is computed again.',
    params: z.strictObject({ id, recipient: rowId, event: rowId }), body: z.strictObject({ human: z.boolean() }),
    response: recipientHistory.meta({ result: true }),
    errors: ['campaign.not_found', 'recipient.not_found', 'event.not_found'],
    audit: { action: 'campaign.verdict_overruled' }, touches: bothTouched,
  },
  'campaigns.mark-reported': {
    method: 'POST', path: '/phishing/campaigns/:id/users/:recipient/reported', permission: allow,
    about: 'Records that a recipient reported the email in another way, or takes a report back. The result stays the same.',
    params: z.strictObject({ id, recipient: rowId }), body: z.strictObject({ reported: z.boolean() }),
    response: recipientHistory.meta({ result: true }),
    errors: ['campaign.not_found', 'recipient.not_found', 'recipient.not_sent'],
    audit: { action: 'campaign.reported_marked' }, touches: bothTouched,
  },
});
