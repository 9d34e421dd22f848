import { buffer } from 'node:stream/consumers';
import { attachmentFormat, type Attachment } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Platform } from '../../platform/context.ts';
import { isOfficeFormat, readPackage, trackedParts } from '../phishing/public.ts';
import { documentMaker, packageMaker, type DocumentLinks, type DocumentMaker } from './document.ts';

/** An attachment of an email: the same bytes for all people, or a maker of one person's file. */
export type PreparedAttachment = {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer | DocumentMaker;
};

const generatedTypes = {
  html: 'text/html',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ics: 'text/calendar',
} as const;

/** Adds the format to the tracked addresses, so that the results show which kind of attachment reported. */
const withFormat =
  (format: string, make: DocumentMaker): DocumentMaker =>
  (values, links, at) =>
    make(values, links.seen === null ? links : trackedBy(format, links), at);
const trackedBy = (format: string, { document, seen }: DocumentLinks): DocumentLinks => ({
  document: `${document}?f=${format}`,
  seen: `${seen}?f=${format}`,
});

const uploadedMaker = async (format: string, bytes: Buffer, reports: string): Promise<DocumentMaker | null> => {
  if (isOfficeFormat(format)) {
    const parts = await readPackage(bytes);
    return packageMaker((tracked) => trackedParts(parts, format, tracked && reports === 'opened'));
  }
  const text = () => bytes.toString('utf8');
  if (format === 'ics' && reports === 'clicked')
    return async (_, { document }) => Buffer.from(text().replaceAll('{{link}}', document));
  if (format === 'html')
    return async (_, { document, seen }) => {
      const picture = seen === null ? '' : `<img src="${seen}" alt="" width="1" height="1">`;
      return Buffer.from(text().replaceAll('{{link}}', document) + picture);
    };
  return null;
};

/** Prepares the attachments of an email once. `uploads` are the bytes of its uploaded files by id. */
export const prepareAttachments = (
  attachments: readonly Attachment[],
  language: 'ru' | 'en' | 'uz',
  uploads: ReadonlyMap<string, Buffer>,
): Promise<PreparedAttachment[]> =>
  Promise.all(
    attachments.map(async (one): Promise<PreparedAttachment> => {
      const format = attachmentFormat(one);
      if (one.kind === 'generated') {
        const make = withFormat(format, documentMaker({ ...one, language }));
        return { name: one.name, type: generatedTypes[one.format], content: make };
      }
      const bytes = uploads.get(one.file_id);
      if (!bytes) throw new Error(`The bytes of the attachment ${one.file_id} are missing`);
      const make = await uploadedMaker(format, bytes, one.reports);
      return { name: one.name, type: one.type, content: make ? withFormat(format, make) : bytes };
    }),
  );

/** Reads the bytes of uploaded attachments. `keysOf` returns the storage keys of files. */
export const readUploads = async (
  platform: Pick<Platform, 'files'>,
  attachments: readonly Attachment[],
  keyOf: (fileId: string) => Promise<string | undefined>,
): Promise<Map<string, Buffer>> => {
  const uploads = new Map<string, Buffer>();
  for (const one of attachments) {
    if (one.kind !== 'uploaded' || uploads.has(one.file_id)) continue;
    const key = await keyOf(one.file_id);
    if (key) uploads.set(one.file_id, await buffer(await platform.files.read(key)));
  }
  return uploads;
};
