import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { id, idParam, list } from '../paging.ts';
import { language } from '../session/session.schema.ts';
import { fault } from './phishing.schema.ts';
import { IMPORT_EMAILS_MAX, TEMPLATE_IMPORT_BYTES, importChangeCodes } from './import.rules.ts';
import { emailVariables } from './phishing.rules.ts';
import { PICTURE_BYTES } from './pictures.rules.ts';

const templatesPage = 'admin.phishing.templates';

/** A picture of a template or redirect page. Its address in the portal is `/lk/files/<file_id>`. */
export const picture = z.object({
  file_id: z.uuid(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  /** Names of the emails and pages that show it. */
  used_in: z.array(z.string()),
});
export type Picture = z.output<typeof picture>;

/** A stored picture. `still`: the file was animated, and only its first image is kept. */
const added = picture.extend({ still: z.boolean() });
/** The texts that now show the new file, with their new versions. */
const replaced = added.extend({
  replaced_id: z.uuid(),
  versions: z.array(z.object({ kind: z.enum(['email', 'page', 'redirect']), id: z.uuid(), version: z.int() })),
});
export type ReplacedPicture = z.output<typeof replaced>;

const pictureParams = z.strictObject({ id, file_id: id });
const rejected = ['file.type_rejected', 'request.too_large', 'file.quota'] as const;
const storing = {
  upload: { picture: PICTURE_BYTES },
  transaction: { own: 'it asks another process to decode the picture, up to twenty seconds' },
  touches: ['phishing'],
} as const;

/** Files that cannot be imported. */
const unreadable = [
  'page.too_complex', 'saved_email.unknown_kind', 'saved_email.unreadable', 'saved_email.empty', 'saved_email.too_large',
  'request.too_large',
] as const;

export const picturesEndpoints = defineEndpoints({
  'phishing.pictures': {
    method: 'GET', path: '/phishing/templates/:id/pictures', permission: templatesPage,
    about: 'Pictures of a template, and where they are used.',
    params: idParam, response: list(picture), errors: ['template.not_found'],
  },
  'phishing.picture-add': {
    ...storing, method: 'POST', path: '/phishing/templates/:id/pictures', permission: templatesPage, costs: 'picture',
    about: 'Stores a PNG, JPEG, GIF or WebP for the emails and pages of a template. Of an animated file, the first image is kept.',
    params: idParam, response: added, errors: ['template.not_found', 'picture.limit', ...rejected],
    audit: { action: 'template.picture_added' },
  },
  'phishing.picture-replace': {
    ...storing, method: 'POST', path: '/phishing/pictures/:file_id/replace', permission: templatesPage, costs: 'picture',
    about: 'Replaces a picture in all emails and pages of a template. Campaigns that started earlier keep the old one.',
    params: z.strictObject({ file_id: id }), body: z.strictObject({ template_id: id }), response: replaced,
    errors: ['template.not_found', 'picture.not_found', ...rejected],
    audit: { action: 'template.picture_replaced' },
  },
  'phishing.picture-remove': {
    method: 'DELETE', path: '/phishing/templates/:id/pictures/:file_id', permission: templatesPage,
    about: 'Removes a picture that no email or page of the template shows.',
    params: pictureParams, response: z.null(), errors: ['template.not_found', 'picture.not_found', 'picture.in_use'],
    audit: { action: 'template.picture_removed' }, touches: ['phishing'],
  },
  'phishing.redirect-pictures': {
    method: 'GET', path: '/phishing/redirect_pages/:id/pictures', permission: 'admin.phishing',
    about: 'Pictures of a redirect page.',
    params: idParam, response: list(picture), errors: ['redirect_page.not_found'],
  },
  'phishing.redirect-picture-add': {
    ...storing, method: 'POST', path: '/phishing/redirect_pages/:id/pictures', permission: 'admin.phishing', costs: 'picture',
    about: 'Stores a picture for a redirect page, like `phishing.picture-add`.',
    params: idParam, response: added, errors: ['redirect_page.not_found', 'picture.limit', ...rejected],
    audit: { action: 'redirect_page.picture_added' },
  },
  'phishing.redirect-picture-replace': {
    ...storing, method: 'POST', path: '/phishing/redirect_pages/:id/pictures/:file_id/replace', permission: 'admin.phishing', costs: 'picture',
    about: 'Replaces a picture of a redirect page. Campaigns that started earlier keep the old one.',
    params: pictureParams, response: replaced, errors: ['redirect_page.not_found', 'picture.not_found', ...rejected],
    audit: { action: 'redirect_page.picture_replaced' },
  },
  'phishing.redirect-picture-remove': {
    method: 'DELETE', path: '/phishing/redirect_pages/:id/pictures/:file_id', permission: 'admin.phishing',
    about: 'Removes a picture that the redirect page does not show.',
    params: pictureParams, response: z.null(), errors: ['redirect_page.not_found', 'picture.not_found', 'picture.in_use'],
    audit: { action: 'redirect_page.picture_removed' }, touches: ['phishing'],
  },
  'phishing.import-contents': {
    method: 'POST', path: '/phishing/templates/:id/import/contents', permission: templatesPage, costs: 'preview',
    about: 'Lists the emails in a file that could be imported: the saved one and the emails attached to it. A page contains none.',
    params: idParam, upload: { file: TEMPLATE_IMPORT_BYTES },
    response: z.object({
      emails: z.array(z.object({
        /** How deeply the email is attached; 0 is the saved one. */
        depth: z.int(),
        subject: z.string(),
        sender: z.string(),
      })),
      /** Place of the email that is imported unless another one is chosen; null if the file contains none. */
      preselected: z.int().nullable(),
    }),
    errors: ['template.not_found', ...unreadable],
    transaction: { own: 'it asks another process to read the file' },
    audit: { none: 'looks, changes nothing' }, touches: [],
  },
  'phishing.import': {
    method: 'POST', path: '/phishing/templates/:id/import', permission: templatesPage, costs: 'import',
    about: 'Makes an email or page of a template from a saved email (.eml, .msg), a page (.html, .mhtml) or a page with its files (.zip). Downloads nothing; the report lists every change.',
    params: idParam, upload: { file: TEMPLATE_IMPORT_BYTES },
    body: z.strictObject({
      kind: z.enum(['email', 'page']),
      language: language.optional(),
      /** Place of the email in `phishing.import-contents`. */
      email: z.coerce.number().int().min(0).max(IMPORT_EMAILS_MAX - 1).optional(),
    }),
    response: z.object({
      /** The new email or page. */
      id: z.uuid(),
      kind: z.enum(['email', 'page']),
      name: z.string(),
      changes: z.array(z.object({ code: z.enum(importChangeCodes), count: z.int(), examples: z.array(z.string()) })),
      /** Variables of other products that became ours. */
      mapped: z.array(z.object({ found: z.string(), variable: z.enum(emailVariables), count: z.int() })),
      /** Variables that nobody knows, with their places in the new email. It cannot be sent with them. */
      unknown: z.array(fault),
      warnings: z.array(fault),
    }),
    errors: [
      'template.not_found', 'email.unknown_variable', 'email.link_missing', 'email.attachment_missing', 'email.sender_domain',
      'page.form_missing', 'email.variable_misplaced', 'page.unsafe', 'picture.limit', 'file.quota',
      'saved_email.email_unknown',
      ...unreadable,
    ],
    transaction: { own: 'it asks other processes to read the file and to decode its pictures' },
    audit: { action: 'template.imported' }, touches: ['phishing'],
  },
});
