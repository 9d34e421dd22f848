import { defineEndpoints } from '../endpoint.ts';
import { ATTACHMENT_BYTES_MAX } from './phishing.rules.ts';
import { uploadedAttachment } from './phishing.schema.ts';

export const attachmentEndpoints = defineEndpoints({
  'phishing.attachment-upload': {
    method: 'POST', path: '/phishing/attachments', permission: 'admin.phishing.templates', costs: 'picture',
    about: 'Checks and stores a file to attach to emails. The returned attachment is saved with an email.',
    transaction: { own: 'it asks another process to decode a picture, up to twenty seconds' },
    upload: { attachment: ATTACHMENT_BYTES_MAX }, response: uploadedAttachment,
    errors: [
      'request.too_large', 'file.quota', 'attachment.type_rejected', 'attachment.broken', 'attachment.macros',
      'attachment.executable', 'attachment.archive', 'attachment.script', 'attachment.embedded', 'attachment.external',
    ],
    audit: { action: 'attachment.uploaded' }, touches: ['phishing'],
  },
});
