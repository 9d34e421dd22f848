import { readFile } from 'node:fs/promises';
import {
  ATTACHMENT_BYTES_MAX,
  formatOf,
  type Attachment,
  type AttachmentReports,
  type UploadedFormat,
} from '@sergak/contract/phishing/phishing.rules.ts';
import type { Caller } from '../../platform/bounded-worker.ts';
import { Logged, type OwnCtx, type Platform } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { assertQuota, callerOf, redraw, storePicture } from '../files/public.ts';
import { findAttachmentFiles, insertAttachmentFile } from './attachments.repo.ts';
import { cleanMarkup } from './cleaning.ts';
import { checkAttachment } from './documents/checking.ts';
import { contentTypes } from './documents/content-check.ts';

const PICTURE = { box: { width: 1600, height: 1600 }, drawings: false } as const;

type Checked = { readonly bytes: Buffer; readonly reports: AttachmentReports };

const removedParts = new Set(['script', 'event_handler', 'frame', 'external_resource']);
const cleanPage = async (bytes: Buffer, caller: Caller): Promise<Checked> => {
  const { html, warnings } = await cleanMarkup('email', bytes.toString('utf8'), caller, []);
  if (warnings.some((one) => removedParts.has(one.code))) throw new AppError('attachment.script');
  return { bytes: Buffer.from(html), reports: 'opened' };
};

/** Returns the bytes to store: pictures are encoded again, HTML is cleaned, other files stay as they are. */
const prepare = async (
  bytes: Buffer,
  { format, reports }: Awaited<ReturnType<typeof checkAttachment>>,
  caller: Caller,
): Promise<Checked> => {
  if (reports !== null) return { bytes, reports };
  if (format === 'html') return cleanPage(bytes, caller);
  if (format === 'ics') return { bytes, reports: bytes.includes('{{link}}') ? 'clicked' : 'nothing' };
  if (format === 'pdf') return { bytes, reports: 'nothing' };
  const picture = await redraw({ ...PICTURE, bytes, look: { fit: 'inside', format: 'png' } }, caller);
  if (!picture) throw new AppError('attachment.broken');
  if (picture.length > ATTACHMENT_BYTES_MAX) throw new AppError('request.too_large');
  return { bytes: picture, reports: 'nothing' };
};

export type CheckedAttachment = Checked & { readonly name: string; readonly type: string };

/**
 * Checks a file that is attached to emails. The name must agree with the content, so that no file is sent under another type.
 * Macros, programs, archives, scripts and content that loads something are rejected.
 */
export const checkedAttachment = async (
  original: Buffer,
  fileName: string,
  caller: Caller,
): Promise<CheckedAttachment> => {
  const checked = await checkAttachment(original, fileName, caller);
  const { format } = checked;
  // A picture is always encoded as PNG, so the name of a JPEG changes with it.
  const name = format === 'jpg' ? fileName.replace(/\.[^.]*$/, '.png') : fileName;
  return { ...(await prepare(original, checked, caller)), name, type: contentTypes[format === 'jpg' ? 'png' : format] };
};

type On = { readonly tx: Tx; readonly platform: Platform; readonly createdBy: string };
/** Stores a checked attachment; returns it as emails name it. */
export const storeAttachment = async (on: On, { bytes, reports, name, type }: CheckedAttachment) => {
  const stored = { bytes, name, type, createdBy: on.createdBy, visibility: 'admin' } as const;
  const file_id = await storePicture(on.tx, on.platform, stored);
  await insertAttachmentFile(on.tx, { file_id, type, size: bytes.length, reports });
  return { kind: 'uploaded' as const, file_id, name, type, size: bytes.length, reports };
};

/** Checks and stores a file to attach to emails. */
export const uploadAttachment = async (ctx: OwnCtx) => {
  const upload = ctx.uploads.attachment;
  if (!upload) throw new AppError('request.invalid', [{ field: 'attachment', code: 'missing' }]);
  const checked = await checkedAttachment(await readFile(upload.path), upload.name, callerOf(ctx.viewer));
  return ctx.finish(async (tx) => {
    await assertQuota(tx, ctx.viewer.id, checked.bytes.length);
    const stored = await storeAttachment({ tx, platform: ctx.platform, createdBy: ctx.viewer.id }, checked);
    return new Logged(stored, { kind: 'file', id: stored.file_id, title: stored.name });
  });
};

/** Attachments as they are stored: type, size and reports of uploaded files are those of the check, not of the client. */
export const resolveAttachments = async (tx: Tx, attachments: readonly Attachment[]): Promise<Attachment[]> => {
  const ids = attachments.flatMap((one) => (one.kind === 'uploaded' ? [one.file_id] : []));
  const files = await findAttachmentFiles(tx, ids);
  return attachments.map((one) => {
    if (one.kind === 'generated') return one;
    const file = files.find(({ file_id }) => file_id === one.file_id);
    if (!file) throw new AppError('file.not_found');
    const { type, size, reports } = file;
    if (contentTypes[formatOf(one.name) as UploadedFormat] !== type) throw new AppError('email.attachment_name');
    return { ...one, type, size, reports };
  });
};
