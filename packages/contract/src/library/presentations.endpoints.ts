import { defineEndpoints } from '../endpoint.ts';
import { idParam } from '../paging.ts';
import { PRESENTATION_BYTES } from './presentations.rules.ts';
import { presentationFormats, presentationImport, startedPresentation } from './presentations.schema.ts';

const allow = 'admin.learning.courses';

export const presentationsEndpoints = defineEndpoints({
  // Not in the specification: the dialog shows which kinds of files the server can convert.
  'presentations.formats': {
    method: 'GET', path: '/library/presentations/formats', permission: allow,
    about: 'Kinds of presentation files that can be imported. PPTX, ODP and PPT need LibreOffice on the server.',
    response: presentationFormats,
  },
  'presentations.import': {
    method: 'POST', path: '/library/modules/:id/slides/file', permission: allow, costs: 'conversion',
    about: 'Uploads a presentation and starts a task that appends a slide for each of its pages to the module.',
    params: idParam, upload: { file: PRESENTATION_BYTES }, body: presentationImport, response: startedPresentation,
    errors: [
      'module.not_found', 'presentation.unknown_kind', 'presentation.needs_converter', 'presentation.encrypted', 'presentation.empty_file',
      'request.too_large', 'file.quota', 'task.limit',
    ],
    audit: { none: 'the task logs the slides that it adds' }, touches: ['library'],
    transaction: { own: 'it asks the file storage to store a file of up to 500 MB, which a remote storage takes minutes for' },
  },
});
