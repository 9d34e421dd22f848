import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { list } from '../paging.ts';
import { language } from '../session/session.schema.ts';
import { ADOPT_MAX } from '../starter/starter.rules.ts';
import { difference, starterSlug, updateHow } from '../starter/starter.schema.ts';
import { preview } from './phishing.schema.ts';
import { adoptedTemplate, programme, starterTemplate } from './starter.schema.ts';

const params = z.strictObject({ slug: starterSlug });

/** Templates of the starter library. The organisation gets a copy when it uses or changes one. */
export const starterTemplatesEndpoints = defineEndpoints({
  'phishing.starter-templates': {
    method: 'GET', path: '/phishing/starter', permission: 'admin.phishing',
    about: 'Templates of the starter library in the language of the reader, with the copies of the organisation, and sets of templates.',
    response: z.object({ data: z.array(starterTemplate), programmes: z.array(programme) }),
  },
  'phishing.starter-logo': {
    method: 'GET', path: '/phishing/starter/:slug/logo', permission: 'admin.phishing',
    about: 'The picture of a template of the starter library.',
    params, response: 'file', errors: ['template.not_found'],
  },
  'phishing.starter-preview': {
    method: 'POST', path: '/phishing/starter/:slug/preview', permission: 'admin.phishing', costs: 'preview',
    about: 'A temporary address on the content origin that shows the email or the landing page of a template of the starter library.',
    params, body: z.strictObject({ what: z.enum(['email', 'page']), language: language.optional(), marks: z.boolean().optional() }),
    response: preview, errors: ['template.not_found'],
    transaction: { own: 'it asks threads to clean the texts' },
    audit: { none: 'looks, changes nothing' }, touches: [],
  },
  'phishing.starter-adopt': {
    method: 'POST', path: '/phishing/starter/adopt', permission: 'admin.phishing', costs: 'bulk',
    about: 'Copies templates of the starter library into the organisation. An existing copy is returned, and restored if it was archived.',
    body: z.strictObject({ slugs: z.array(starterSlug).min(1).max(ADOPT_MAX) }),
    response: list(adoptedTemplate), errors: ['template.not_found'],
    transaction: { own: 'it asks threads to clean the texts, and another process to draw the pictures' },
    audit: { action: 'template.adopted' }, touches: ['phishing'],
  },
  'phishing.starter-differences': {
    method: 'GET', path: '/phishing/starter/:slug/differences', permission: 'admin.phishing.templates',
    about: 'What differs between the copy of the organisation and the starter library.',
    params, response: list(difference), errors: ['template.not_found'],
  },
  'phishing.starter-update': {
    method: 'POST', path: '/phishing/starter/:slug/update', permission: 'admin.phishing.templates', costs: 'bulk',
    about: 'Replaces an unchanged copy by the newer version of the library, or adds a second copy. Campaigns that started keep theirs.',
    params, body: z.strictObject({ how: updateHow }), response: adoptedTemplate,
    errors: ['template.not_found', 'starter.changed'],
    transaction: { own: 'it asks threads to clean the texts, and another process to draw the picture' },
    audit: { action: 'template.upgraded' }, touches: ['phishing'],
  },
});
