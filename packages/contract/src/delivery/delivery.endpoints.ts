import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { id } from '../paging.ts';

const allow = 'admin.phishing.campaigns';

export const deliveryEndpoints = defineEndpoints({
  'campaigns.test-email': {
    method: 'POST', path: '/phishing/campaigns/test-email', permission: allow,
    about: 'Sends one email, filled with the caller’s data, to the caller. Statistics do not count it.',
    body: z.strictObject({ email_id: id }), results: 'none',
    /** `dead_links`: links of the email that lead nowhere. A campaign cannot be launched with them. */
    response: z.object({ email: z.string(), dead_links: z.int() }),
    errors: [
      'email.not_found', 'email.unknown_variable', 'email.sender_domain', 'mail.sending_paused', 'mail.daily_cap', 'mail.domain_unverified',
      'request.rate_limited',
    ],
    audit: { action: 'campaign.test_email_sent' }, touches: ['settings'],
  },
});
