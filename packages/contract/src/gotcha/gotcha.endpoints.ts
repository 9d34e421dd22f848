import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { language } from '../session/session.schema.ts';

/** Seen by whoever holds the link of an email, so it names nobody beyond the first name and opens nothing. */
export const gotcha = z.object({
  first_name: z.string(),
  language,
  /** Whose exercise it was, and whose security people to ask. */
  organization: z.string(),
  brand_color: z.string(),
  email: z.object({
    subject: z.string(),
    sender_name: z.string(),
    sender_address: z.string(),
    attachment: z.string().nullable(),
    /** The email on the content origin, without its links; for a sandboxed frame. */
    preview: z.object({ url: z.string(), expires_at: z.string() }),
  }),
  /** What one could have noticed. */
  tips: z.array(z.string()),
  /** A course that the campaign gives: in the portal for those who are registered, else an email with a registration link is on its way. */
  next: z.enum(['course', 'registration']).nullable(),
});
export type Gotcha = z.output<typeof gotcha>;

export const gotchaEndpoints = defineEndpoints({
  'campaigns.gotcha': {
    method: 'GET', path: '/phishing/gotcha/:key', permission: 'public',
    about: 'What the person of this simulated phishing email could have noticed. The key is the one of the email’s link.',
    params: z.strictObject({ key: z.string().regex(/^[A-Za-z0-9_-]{22}$/) }),
    response: gotcha,
    errors: ['recipient.not_found', 'request.rate_limited'],
  },
  'campaigns.gotcha-used': {
    method: 'POST', path: '/phishing/gotcha/:key/used', permission: 'public',
    about: 'Somebody moved a pointer, pressed a key or touched this page: evidence for a click that waits for it. The answer is the same for unknown keys.',
    params: z.strictObject({ key: z.string().regex(/^[A-Za-z0-9_-]{22}$/) }),
    response: z.null(),
    errors: ['request.rate_limited'],
    audit: { none: 'anyone who holds the link can do so; it is stored as a tracking event' }, touches: [],
  },
});
