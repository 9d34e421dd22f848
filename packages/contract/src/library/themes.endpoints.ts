import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { idParam } from '../paging.ts';
import { createTheme, scormPackageList, themeDetail, updateTheme, readVersionBody } from './library.schema.ts';

const allow = 'admin.learning';
const saving = [
  'section.not_found', 'module.not_found', 'step.not_found', 'step.too_few_questions', 'common.not_found',
] as const;

// Not in the specification, which names pages of themes but no call.
export const themesEndpoints = defineEndpoints({
  'library.theme': {
    method: 'GET', path: '/library/themes/:id', permission: allow,
    about: 'A theme with its steps and the courses that use it.',
    params: idParam, response: themeDetail, errors: ['theme.not_found'],
  },
  'library.create-theme': {
    method: 'POST', path: '/library/themes', permission: allow,
    about: 'Creates a theme with its steps, on request at the end of a section.',
    body: createTheme, response: themeDetail, errors: saving,
    audit: { action: 'theme.created' }, touches: ['library'],
  },
  'library.update-theme': {
    method: 'PUT', path: '/library/themes/:id', permission: allow,
    about: 'Replaces the title and all steps of a theme. Courses show the change after they are published again.',
    params: idParam, body: updateTheme, response: themeDetail,
    errors: [...saving, 'theme.not_found', 'common.stale_version'],
    audit: { action: 'theme.updated' }, touches: ['library'],
  },
  'library.delete-theme': {
    method: 'DELETE', path: '/library/themes/:id', permission: allow,
    about: 'Deletes a theme that no course uses. Its modules remain.',
    params: idParam, query: readVersionBody, response: z.null(),
    errors: ['theme.not_found', 'theme.in_use', 'common.stale_version'],
    audit: { action: 'theme.deleted' }, touches: ['library'],
  },
  'library.copy-theme': {
    method: 'POST', path: '/library/themes/:id/copy', permission: allow,
    about: 'Copies a theme with its steps. The copy shares the modules.',
    params: idParam, response: themeDetail, errors: ['theme.not_found'],
    audit: { action: 'theme.copied' }, touches: ['library'],
  },
  'library.scorm-packages': {
    method: 'GET', path: '/library/scorm-packages', permission: allow,
    about: 'SCORM packages that a step can play.',
    response: scormPackageList,
  },
});
