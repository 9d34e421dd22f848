import type { ImportChangeCode } from '@sergak/contract/phishing/import.rules.ts';
import type { EmailVariable } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';

export type ImportFormat = 'email' | 'html' | 'mhtml' | 'zip';
export type ImportTask = {
  readonly bytes: Uint8Array;
  readonly format: ImportFormat;
  readonly kind: 'email' | 'page';
  readonly language: Language;
  /** Whether an email without links gets one. */
  readonly needsLink: boolean;
  /** Place of the email in the list of the file; undefined is the preselected one. */
  readonly email: number | undefined;
};
/** Asks which emails a file contains. */
export type ContentsTask = Pick<ImportTask, 'bytes' | 'format'> & { readonly contents: true };
export type Contents = {
  readonly emails: { readonly depth: number; readonly subject: string; readonly sender: string }[];
  readonly preselected: number | null;
};
export type TemplateImportChange = {
  readonly code: ImportChangeCode;
  readonly count: number;
  readonly examples: string[];
};
/** A variable of another product that became one of ours. */
export type MappedVariable = { readonly found: string; readonly variable: EmailVariable; readonly count: number };
export type ImportedPicture = { readonly name: string; readonly bytes: Uint8Array };
export type ImportRejection = 'unreadable' | 'empty' | 'too_large' | 'too_complex' | 'email_unknown';
export type ImportRejected = { readonly rejected: ImportRejection };
export type ContentsOutcome = Contents | ImportRejected;
/** `html` shows the picture at place n of `pictures` as `picture:<pictureId(n)>`. */
export type ImportOutcome =
  | {
      readonly html: string;
      readonly subject: string;
      readonly sender: { readonly name: string; readonly address: string } | null;
      readonly pictures: readonly ImportedPicture[];
      readonly changes: readonly TemplateImportChange[];
      readonly mapped: readonly MappedVariable[];
    }
  | ImportRejected;

/** The id that stands for the picture at this place until it is stored. */
export const pictureId = (place: number): string => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;

/** A file that cannot be imported. */
export class ImportError extends Error {
  readonly code: ImportRejection;
  constructor(code: ImportRejection) {
    super(code);
    this.code = code;
  }
}
