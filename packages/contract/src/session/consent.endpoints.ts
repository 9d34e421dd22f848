import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { CONSENT_MAX } from './session.rules.ts';
import { language } from './session.schema.ts';

const allow = 'admin.settings.adfs';
const text = z.string().trim().max(CONSENT_MAX);

/** Plain text in three languages; empty lines separate paragraphs. An empty language is shown in the organisation's language. */
export const consentTexts = z.strictObject({ ru: text, en: text, uz: text });
export type ConsentTexts = z.output<typeof consentTexts>;

const stored = z.object({
  /** Rises with each change; people who agreed to an earlier version are asked again. 0: never changed. */
  version: z.int(),
  /** null: the default text of the product. */
  texts: consentTexts.nullable(),
  changed_at: z.string().nullable(),
  changed_by_name: z.string().nullable(),
  /** Number of registered people, and number of them who have agreed to this version. */
  people: z.int(),
  agreed: z.int(),
});
export type StoredConsent = z.output<typeof stored>;

export const consentEndpoints = defineEndpoints({
  'consent.text': {
    method: 'GET', path: '/auth/consent', permission: 'public',
    about: 'The text of the consent, from the organisation of the session, or else from the only organisation; null means the default text.',
    query: z.strictObject({ language: language.optional() }),
    response: z.object({ version: z.int(), text: z.string().nullable(), organization: z.string() }),
  },
  'consent.get': {
    method: 'GET', path: '/settings/consent', permission: allow,
    about: 'The organisation’s consent text in all languages, and the number of people who have agreed to it.',
    response: stored,
  },
  'consent.save': {
    method: 'PUT', path: '/settings/consent', permission: allow, least: 'system_admin',
    about: 'Changes the text of the consent (null: the default text). Everyone is asked for consent again.',
    body: z.strictObject({ texts: consentTexts.nullable(), version: z.int() }), response: stored,
    errors: ['common.stale_version', 'request.invalid'],
    audit: { action: 'consent.text_changed' }, touches: ['consent', 'session'],
  },
});
