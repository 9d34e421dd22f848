import { AppError } from '../../../platform/errors.ts';
import { isOrdinaryLink } from './office-relationships.ts';

/** Fields of Word that only compute a text from the document itself. */
const harmless: ReadonlySet<string> = new Set(
  `= ADDIN ADDRESSBLOCK ADVANCE ASK AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT BARCODE BIBLIOGRAPHY BIDIOUTLINE CITATION COMMENTS
  COMPARE CREATEDATE DATE DISPLAYBARCODE DOCPROPERTY DOCVARIABLE EDITTIME EQ FILENAME FILESIZE FILLIN FORMCHECKBOX FORMDROPDOWN
  FORMTEXT GREETINGLINE HYPERLINK IF INDEX INFO KEYWORDS LASTSAVEDBY LISTNUM MERGEBARCODE MERGEFIELD MERGEREC MERGESEQ NEXT
  NEXTIF NOTEREF NUMCHARS NUMPAGES NUMWORDS PAGE PAGEREF PRINTDATE PRIVATE QUOTE REF REVNUM SAVEDATE SECTION SECTIONPAGES SEQ SET
  SKIPIF STYLEREF SUBJECT SYMBOL TA TC TEMPLATE TIME TITLE TOA TOC USERADDRESS USERINITIALS USERNAME XE`.split(/\s+/),
);
/** Stands for a field inside the instruction of another one: its result is unknown here. */
const INNER = '\u0001';
const INSTRUCTION_MAX = 100_000;

/**
 * Rejects the instruction of a field that is not in the list. A name that an inner field produces is not in the list either. The
 * name may also be a bookmark (an old way to write REF); a text that looks like a call of a program is rejected.
 */
export const checkInstruction = (instruction: string): void => {
  const text = instruction.trim();
  if (text === '') return;
  const name = text.startsWith('=') ? '=' : (/^[^\s"\\]+/.exec(text)?.[0] ?? '').toUpperCase();
  if (!harmless.has(name)) throw new AppError('attachment.script');
  if (name !== 'HYPERLINK') return;
  const rest = text.slice(name.length).trim();
  if (rest.startsWith('\\')) return;
  const address = /^"([^"]*)"?|^(\S+)/.exec(rest);
  // In a field a backslash is written twice.
  const target = (address?.[1] ?? address?.[2] ?? '').replaceAll('\\\\', '\\');
  if (target.includes(INNER) || !isOrdinaryLink(target)) throw new AppError('attachment.script');
};

/** Follows the fields of one part, whose instructions may be divided into many runs and contain other fields. */
export const openFields = () => {
  const open: { text: string; isResult: boolean }[] = [];
  let loose = '';
  const end = () => {
    const field = open.pop();
    if (field && !field.isResult) checkInstruction(field.text);
    const outer = open.at(-1);
    if (outer && !outer.isResult) outer.text += INNER;
  };
  return {
    /** `type` of a fldChar element. */
    mark(type: string | undefined) {
      if (type === 'begin') open.push({ text: '', isResult: false });
      else if (type === 'end') end();
      else if (type === 'separate') {
        const field = open.at(-1);
        if (!field || field.isResult) return;
        checkInstruction(field.text);
        field.isResult = true;
      }
    },
    instruction(text: string) {
      const field = open.at(-1);
      if (field) field.text += text;
      else loose += text;
      if ((field?.text.length ?? loose.length) > INSTRUCTION_MAX) throw new AppError('attachment.broken');
    },
    close() {
      while (open.length > 0) end();
      checkInstruction(loose);
    },
  };
};
