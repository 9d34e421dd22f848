import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { flag, id, idParam, list, title } from '../paging.ts';
import { language } from '../session/session.schema.ts';
import {
  category, difficulty, email, emailChanges, fault, html, landingPage, newEmail, newPage, newTemplate, pageChanges, preview,
  previewOf, redirectPage, template, templateChanges, templateGroup, templateStatistics,
} from './phishing.schema.ts';

const saved = { warnings: z.array(fault) };
/** Errors of markup that cannot be sanitised or must not be stored. */
const rejectedMarkup = ['email.variable_misplaced', 'page.unsafe', 'page.too_complex'] as const;
const rejectedAttachments = [
  'email.attachment_missing', 'email.attachment_name', 'email.attachments_size', 'file.not_found',
] as const;
const templatesPage = 'admin.phishing.templates';

export const phishingEndpoints = defineEndpoints({
  'phishing.templates': {
    method: 'GET', path: '/phishing/templates', permission: 'admin.phishing',
    about: 'Templates with their emails, grouped by category; archived ones only on request.',
    query: z.strictObject({
      search: z.string().max(255).default(''),
      archived: flag.optional(),
      with_html: flag.optional(),
      category: id.optional(),
      difficulty: difficulty.optional(),
      language: language.optional(),
      use: z.enum(['never', 'used']).optional(),
      sort: z.enum(['name', 'updated', 'difficulty', 'success']).default('name'),
    }),
    response: list(templateGroup),
  },
  'phishing.template': {
    method: 'GET', path: '/phishing/templates/:id', permission: templatesPage,
    about: 'One template with its emails and landing pages.',
    params: idParam, response: template, errors: ['template.not_found'],
  },
  'phishing.template-statistics': {
    method: 'GET', path: '/phishing/templates/:id/statistics', permission: templatesPage,
    about: 'Number of times a template was sent, and the results.',
    params: idParam, response: templateStatistics.meta({ result: true }), errors: ['template.not_found'],
  },
  'phishing.template-create': {
    method: 'POST', path: '/phishing/templates', permission: templatesPage,
    about: 'Adds a template. Emails and pages are added afterwards.',
    body: newTemplate, response: template, errors: ['common.not_found'],
    audit: { action: 'template.created' }, touches: ['phishing'],
  },
  'phishing.template-copy': {
    method: 'POST', path: '/phishing/templates/:id/copy', permission: templatesPage,
    about: 'Copies a template with its emails and pages.',
    params: idParam, response: template, errors: ['template.not_found', 'email.sender_domain'],
    audit: { action: 'template.copied' }, touches: ['phishing'],
  },
  'phishing.template-update': {
    method: 'PATCH', path: '/phishing/templates/:id', permission: templatesPage,
    about: 'Changes a template. Campaigns that started earlier keep their copy.',
    params: idParam, body: templateChanges, response: template,
    errors: ['template.not_found', 'common.stale_version', 'email.link_missing', 'email.attachment_missing'],
    audit: { action: 'template.updated' }, touches: ['phishing'],
  },
  'phishing.template-set-logo': {
    method: 'POST', path: '/phishing/templates/:id/logo', permission: templatesPage, costs: 'picture',
    about: 'Replaces the picture of a template.',
    transaction: { own: 'it asks another process to decode the picture, up to twenty seconds' },
    params: idParam, upload: { logo: 2_000_000 }, response: template,
    errors: ['template.not_found', 'file.type_rejected', 'request.too_large'],
    audit: { action: 'template.updated' }, touches: ['phishing'],
  },
  'phishing.template-delete': {
    method: 'DELETE', path: '/phishing/templates/:id', permission: templatesPage,
    about: 'Deletes a template. A template that campaigns have used is archived instead.',
    params: idParam, response: z.object({ archived: z.boolean() }), errors: ['template.not_found'],
    audit: { action: 'template.deleted' }, touches: ['phishing'],
  },
  'phishing.categories': {
    method: 'GET', path: '/phishing/categories', permission: 'admin.phishing',
    about: 'Categories of templates.',
    response: list(category),
  },
  'phishing.domains': {
    method: 'GET', path: '/phishing/domains/names', permission: 'admin.phishing',
    about: 'Sender domains that emails may use: verified by the organisation, allowed by the installation, and .test domains in use.',
    response: list(z.string()),
  },
  'phishing.email': {
    method: 'GET', path: '/phishing/emails/:id', permission: 'admin.phishing',
    about: 'One email.',
    params: idParam, response: email, errors: ['email.not_found'],
  },
  'phishing.email-create': {
    method: 'POST', path: '/phishing/emails', permission: templatesPage,
    about: 'Adds an email to a template. Its HTML is sanitised; the warnings list what was removed.',
    body: newEmail, response: email.extend(saved),
    errors: [
      'template.not_found', 'page.not_found', 'email.unknown_variable', 'email.link_missing', ...rejectedAttachments,
      'email.sender_domain', ...rejectedMarkup,
    ],
    audit: { action: 'email.created' }, touches: ['phishing'],
  },
  'phishing.email-update': {
    method: 'PATCH', path: '/phishing/emails/:id', permission: templatesPage,
    about: 'Changes an email. Campaigns that started earlier keep their copy.',
    params: idParam, body: emailChanges, response: email.extend(saved),
    errors: [
      'email.not_found', 'page.not_found', 'common.stale_version',
      'email.unknown_variable', 'email.link_missing', ...rejectedAttachments, 'email.sender_domain', ...rejectedMarkup,
    ],
    audit: { action: 'email.updated' }, touches: ['phishing'],
  },
  'phishing.email-delete': {
    method: 'DELETE', path: '/phishing/emails/:id', permission: templatesPage,
    about: 'Deletes an email from its template. Statistics of campaigns keep it.',
    params: idParam, response: z.null(), errors: ['email.not_found'],
    audit: { action: 'email.deleted' }, touches: ['phishing'],
  },
  'phishing.page': {
    method: 'GET', path: '/phishing/pages/:id', permission: templatesPage,
    about: 'One landing page.',
    params: idParam, response: landingPage, errors: ['page.not_found'],
  },
  'phishing.page-create': {
    method: 'POST', path: '/phishing/pages', permission: templatesPage,
    about: 'Adds a landing page to a template and leads emails to it. Scripts, external resources and names of fields are removed.',
    body: newPage, response: landingPage.extend(saved),
    errors: ['template.not_found', 'email.not_found', 'page.form_missing', 'email.unknown_variable', ...rejectedMarkup],
    audit: { action: 'page.created' }, touches: ['phishing'],
  },
  'phishing.page-update': {
    method: 'PATCH', path: '/phishing/pages/:id', permission: templatesPage,
    about: 'Changes a landing page. Campaigns that started earlier keep their copy.',
    params: idParam, body: pageChanges, response: landingPage.extend(saved),
    errors: ['page.not_found', 'common.stale_version', 'page.form_missing', 'email.unknown_variable', ...rejectedMarkup],
    audit: { action: 'page.updated' }, touches: ['phishing'],
  },
  'phishing.redirect-pages': {
    method: 'GET', path: '/phishing/redirect_pages', permission: 'admin.phishing',
    about: 'Pages that can be shown after the form instead of the explanation page.',
    response: list(redirectPage),
  },
  'phishing.redirect-page': {
    method: 'GET', path: '/phishing/redirect_pages/:id', permission: 'admin.phishing',
    about: 'One redirect page.',
    params: idParam, response: redirectPage, errors: ['redirect_page.not_found'],
  },
  'phishing.redirect-page-create': {
    method: 'POST', path: '/phishing/redirect_pages', permission: 'admin.phishing',
    about: 'Adds a redirect page.',
    body: z.strictObject({ name: title, html }), response: redirectPage.extend(saved),
    errors: ['email.unknown_variable', ...rejectedMarkup],
    audit: { action: 'redirect_page.created' }, touches: ['phishing'],
  },
  'phishing.redirect-page-update': {
    method: 'PATCH', path: '/phishing/redirect_pages/:id', permission: 'admin.phishing',
    about: 'Changes a redirect page. Campaigns that started earlier keep their copy.',
    params: idParam,
    body: z.strictObject({ name: title.optional(), html: html.optional(), version: z.int().optional() }),
    response: redirectPage.extend(saved),
    errors: ['redirect_page.not_found', 'common.stale_version', 'email.unknown_variable', ...rejectedMarkup],
    audit: { action: 'redirect_page.updated' }, touches: ['phishing'],
  },
  'phishing.redirect-page-delete': {
    method: 'DELETE', path: '/phishing/redirect_pages/:id', permission: 'admin.phishing',
    about: 'Deletes a redirect page that no campaign uses.',
    params: idParam, response: z.null(), errors: ['redirect_page.not_found', 'redirect_page.in_use'],
    audit: { action: 'redirect_page.deleted' }, touches: ['phishing'],
  },
  'phishing.preview': {
    method: 'POST', path: '/phishing/previews', permission: 'admin.phishing', costs: 'preview',
    about: 'A temporary address on the content origin that shows an email or a page as a person would see it.',
    body: previewOf, response: preview,
    errors: ['email.not_found', 'page.not_found', 'redirect_page.not_found', 'employee.not_found', ...rejectedMarkup],
    audit: { none: 'looks, changes nothing' }, touches: [],
  },
});
