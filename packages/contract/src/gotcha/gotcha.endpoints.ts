import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { language } from '../session/session.schema.ts';

/** Public for everyone with the link of an email, so it contains no personal data but the first name and grants no access. */
export const gotcha = z.object({
  first_name: z.string(),
  language,
  /** The organisation that ran the simulation and whose security team answers questions. */
  organization: z.string(),
  brand_color: z.string(),
  email: z.object({
    subject: z.string(),
    sender_name: z.string(),
    sender_address: z.string(),
    attachments: z.array(z.object({ name: z.string() })),
    /** The email on the content origin, without its links, for a sandboxed frame. */
    preview: z.object({ url: z.string(), expires_at: z.string() }),
  }),
  /** Red flags of the email. */
  tips: z.array(z.string()),
  /** Course of the campaign: registered people find it in the portal, other people get an email with a registration link. */
  next: z.enum(['course', 'registration']).nullable(),
});

export const gotchaEndpoints = defineEndpoints({
  'campaigns.gotcha': {
    method: 'GET', path: '/phishing/gotcha/:key', permission: 'public',
    about: 'The red flags of a simulated phishing email. The key is the key of the email’s link.',
    params: z.strictObject({ key: z.string().regex(/^[A-Za-z0-9_-]{22}$/) }),
    response: gotcha,
    errors: ['recipient.not_found', 'request.rate_limited'],
  },
  'campaigns.gotcha-used': {
    method: 'POST', path: '/phishing/gotcha/:key/used', permission: 'public',
    about: 'Reports that a person used this page (pointer, key or touch). It is evidence for a click without a verdict. The response is the same for unknown keys.',
    params: z.strictObject({ key: z.string().regex(/^[A-Za-z0-9_-]{22}$/) }),
    response: z.null(),
    errors: ['request.rate_limited'],
    audit: { none: 'anyone who holds the link can do so; it is stored as a tracking event' }, touches: [],
  },
});
