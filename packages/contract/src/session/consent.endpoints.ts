import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { CONSENT_MAX } from './session.rules.ts';
import { language } from './session.schema.ts';

const allow = 'admin.settings.adfs';
const text = z.string().trim().max(CONSENT_MAX);

/** Plain text in three languages; an empty line parts paragraphs. A language left empty is shown in the organisation's. */
export const consentTexts = z.strictObject({ ru: text, en: text, uz: text });
export type ConsentTexts = z.output<typeof consentTexts>;

const stored = z.object({
  /** Rises with each change; whoever agreed to an earlier one is asked again. 0: never changed. */
  version: z.int(),
  /** null: the text that the product brings along. */
  texts: consentTexts.nullable(),
  changed_at: z.string().nullable(),
  changed_by_name: z.string().nullable(),
  /** Registered people, and how many of them have agreed to this version. */
  people: z.int(),
  agreed: z.int(),
});
export type StoredConsent = z.output<typeof stored>;

export const consentEndpoints = defineEndpoints({
  'consent.text': {
    method: 'GET', path: '/auth/consent', permission: 'public',
    about: 'The text of the consent: of the organisation of the session, else of the only one; null means the default text.',
    query: z.strictObject({ language: language.optional() }),
    response: z.object({ version: z.int(), text: z.string().nullable(), organization: z.string() }),
  },
  'consent.get': {
    method: 'GET', path: '/settings/consent', permission: allow,
    about: 'The own text of the consent in all languages, and how many have agreed to it.',
    response: stored,
  },
  'consent.save': {
    method: 'PUT', path: '/settings/consent', permission: allow, least: 'system_admin',
    about: 'Changes the text of the consent (null: back to the default). Everybody is asked again.',
    body: z.strictObject({ texts: consentTexts.nullable(), version: z.int() }), response: stored,
    errors: ['common.stale_version', 'request.invalid'],
    audit: { action: 'consent.text_changed' }, touches: ['consent', 'session'],
  },
});
