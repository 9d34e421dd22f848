import type { DetailsOf } from '@sergak/contract/error-details.ts';
import type { ErrorCode } from '@sergak/contract/errors.ts';
import { formatOf, uploadedFormats, type UploadedFormat } from '@sergak/contract/phishing/phishing.rules.ts';
import { AppError } from '../../../platform/errors.ts';
import { checkOfficePackage } from './office-check.ts';
import { rejectPdf } from './pdf-check.ts';

export const contentTypes: Readonly<Record<UploadedFormat, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  html: 'text/html',
  ics: 'text/calendar',
  png: 'image/png',
  jpg: 'image/jpeg',
};
const reject = (code: ErrorCode, details?: DetailsOf<ErrorCode>): never => {
  throw new AppError(code, details);
};

const executables = [
  /^MZ/,
  /^\x7fELF/,
  /^(?:\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe|\xca\xfe\xba\xbe)/,
  /^#!/,
  /^L\0\0\0\x01\x14\x02\0/, // a Windows shortcut
];
const archives = [
  /^Rar!/,
  /^7z\xbc\xaf/,
  /^\x1f\x8b/,
  /^BZh/,
  /^\xfd7zXZ/,
  /^MSCF/,
  /^PK/,
  /^.{257}ustar/s,
  /^.{32769}CD001/s,
];
/** The format by content. The name never decides; it only has to agree. */
const detect = (head: string): 'pdf' | 'png' | 'jpg' | 'zip' | 'ics' | 'html' | null => {
  if (head.startsWith('%PDF-')) return 'pdf';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpg';
  if (head.startsWith('PK\u0003\u0004')) return 'zip';
  const text = head
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  if (text.startsWith('begin:vcalendar')) return 'ics';
  return /^<(?:!doctype html|html|head|body|!--|meta|title|div|p|table)\b/.test(text) || text.startsWith('<!--')
    ? 'html'
    : null;
};

/**
 * Returns the format of an uploaded file and throws a code that names the reason if it must not be sent. Pictures and HTML
 * are only recognised here: the caller encodes pictures again and cleans HTML.
 */
export const checkContent = async (file: Buffer, name: string): Promise<UploadedFormat> => {
  const head = file.subarray(0, 33_000).toString('latin1');
  if (executables.some((look) => look.test(head))) reject('attachment.executable');
  const found = detect(head);
  const wanted = formatOf(name);
  const format = found === 'zip' ? await checkOfficePackage(file) : found;
  if (format === null) {
    if (archives.some((look) => look.test(head))) reject('attachment.archive');
    return reject('attachment.type_rejected', { formats: uploadedFormats });
  }
  if (format !== wanted) reject('attachment.type_rejected', { formats: uploadedFormats, found: format });
  if (format === 'pdf') rejectPdf(file);
  if (format === 'ics') checkInvitation(file);
  return format;
};

const checkInvitation = (file: Buffer): void => {
  const text = file.toString('utf8');
  if (text.includes('\uFFFD') || !/END:VCALENDAR\s*$/i.test(text)) reject('attachment.broken');
  if (/^(?:ATTACH|IMAGE|X-ALT-DESC)\b/im.test(text.replace(/\r?\n[ \t]/g, ''))) reject('attachment.embedded');
  if (/ACTION:(?:PROCEDURE|EMAIL)|javascript:/i.test(text)) reject('attachment.script');
};
