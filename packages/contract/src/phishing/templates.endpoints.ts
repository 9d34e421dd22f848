import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { id, idParam, title } from '../paging.ts';
import { language } from '../session/session.schema.ts';
import { category, email, landingPage } from './phishing.schema.ts';

const templatesPage = 'admin.phishing.templates';
/** Maximum number of templates in one bulk call. */
const BULK_MAX = 500;

export const templatesEndpoints = defineEndpoints({
  'phishing.templates-bulk': {
    method: 'POST', path: '/phishing/templates/bulk', permission: templatesPage,
    about: 'Archives, restores or deletes several templates. Templates that campaigns have used are archived instead of deleted.',
    body: z.strictObject({ ids: z.array(id).min(1).max(BULK_MAX), action: z.enum(['archive', 'restore', 'delete']) }),
    response: z.object({ done: z.int(), archived: z.int(), deleted: z.int() }),
    errors: ['template.not_found'],
    audit: { action: 'templates.changed' }, touches: ['phishing'],
  },
  'phishing.category-create': {
    method: 'POST', path: '/phishing/categories', permission: templatesPage,
    about: 'Adds a category at the end of the list.',
    body: z.strictObject({ title }), response: category, errors: ['template_category.exists'],
    audit: { action: 'template_category.created' }, touches: ['phishing'],
  },
  'phishing.category-update': {
    method: 'PATCH', path: '/phishing/categories/:id', permission: templatesPage,
    about: 'Renames a category.',
    params: idParam, body: z.strictObject({ title }), response: category,
    errors: ['template_category.not_found', 'template_category.exists'],
    audit: { action: 'template_category.updated' }, touches: ['phishing'],
  },
  'phishing.categories-reorder': {
    method: 'POST', path: '/phishing/categories/order', permission: templatesPage,
    about: 'Puts the categories in this order. Categories that are not named follow at the end.',
    body: z.strictObject({ ids: z.array(id).min(1).max(BULK_MAX) }), response: z.null(),
    errors: ['template_category.not_found'],
    audit: { action: 'template_category.reordered' }, touches: ['phishing'],
  },
  'phishing.category-delete': {
    method: 'DELETE', path: '/phishing/categories/:id', permission: templatesPage,
    about: 'Deletes a category without templates.',
    params: idParam, response: z.null(), errors: ['template_category.not_found', 'template_category.in_use'],
    audit: { action: 'template_category.deleted' }, touches: ['phishing'],
  },
  'phishing.email-translate': {
    method: 'POST', path: '/phishing/emails/:id/translations', permission: templatesPage,
    about: 'Adds a version of an email in another language, as a copy of the base.',
    params: idParam, body: z.strictObject({ language }), response: email,
    errors: ['email.not_found', 'email.language_exists'],
    audit: { action: 'email.translated' }, touches: ['phishing'],
  },
  'phishing.page-translate': {
    method: 'POST', path: '/phishing/pages/:id/translations', permission: templatesPage,
    about: 'Adds a version of a landing page in another language, as a copy of the base.',
    params: idParam, body: z.strictObject({ language }), response: landingPage,
    errors: ['page.not_found', 'page.language_exists'],
    audit: { action: 'page.translated' }, touches: ['phishing'],
  },
  'phishing.page-delete': {
    method: 'DELETE', path: '/phishing/pages/:id', permission: templatesPage,
    about: 'Deletes a landing page with its translations. A page that emails of the template use cannot be deleted.',
    params: idParam, response: z.null(), errors: ['page.not_found', 'page.in_use'],
    audit: { action: 'page.deleted' }, touches: ['phishing'],
  },
});
