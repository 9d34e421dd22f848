import type { Attachment, Email } from 'postal-mime';

/** A file that came with an email. */
export type MailAttachment = Pick<Attachment, 'filename' | 'mimeType' | 'contentId'> & {
  readonly content: Uint8Array;
  /** The attached email, if the file that held it kept it as properties and not as a file. */
  readonly mail?: Mail;
};

/** An email of any format that mail programs write. All texts are claims of its sender. */
export type Mail = Omit<Email, 'attachments'> & { readonly attachments: readonly MailAttachment[] };

/** A file that is no email or cannot be read. */
export class MailFileError extends Error {}
