import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { id } from '../paging.ts';

const allow = 'admin.phishing.campaigns';

export const deliveryEndpoints = defineEndpoints({
  'campaigns.test-email': {
    method: 'POST', path: '/phishing/campaigns/test-email', permission: allow,
    about: 'Sends one email, filled with the caller’s data, to the caller. Statistics do not count it.',
    body: z.strictObject({ email_id: id }), results: 'none', response: z.object({ email: z.string() }),
    errors: [
      'email.not_found', 'email.sender_domain', 'mail.sending_paused', 'mail.daily_cap', 'mail.domain_unverified',
      'request.rate_limited',
    ],
    audit: { action: 'campaign.test_email_sent' }, touches: ['settings'],
  },
});
