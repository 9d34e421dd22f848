import { AppError } from '../../../platform/errors.ts';
import { openFields } from './office-fields.ts';
import { isOrdinaryLink } from './office-relationships.ts';
import { plainAttribute, readXml, type XmlTag } from './xml.ts';

const VML = 'urn:schemas-microsoft-com:vml';
/** Elements whose text Excel evaluates. */
const formulas: ReadonlySet<string> = new Set(['f', 'formula', 'formula1', 'formula2', 'definedName']);
/** Calls that load something or run a program, and the DDE syntax `program|topic!item`. */
const activeFormula =
  /(?:^|[^A-Z0-9_.])(?:_xl\w{1,10}\.)*(?:WEBSERVICE|IMAGE|RTD|CALL|REGISTER(?:\.ID)?|EXEC|FOPEN|SQL\.REQUEST)\s*\(|\|[^!|]{0,1000}!/i;
/** Actions of PowerPoint that stay in the presentation; the others open files and run programs. */
const ordinaryAction = /^(?:ppaction:\/\/(?:hlinksldjump|hlinkshowjump|customshow|media|noaction)\b.*)?$/i;
const script = (): never => {
  throw new AppError('attachment.script');
};

const withoutStrings = (formula: string): string => formula.replace(/"[^"]*"/g, '""');

/** The value of an attribute in any namespace. */
const anyAttribute = ({ attributes }: XmlTag, local: string): string | undefined =>
  Object.values(attributes).find((one) => one.local === local)?.value;

const checkTag = (tag: XmlTag): void => {
  const { local, uri } = tag;
  if (/^dde(?:Link|Items?)$/i.test(local)) script();
  if (local === 'mailMerge') throw new AppError('attachment.external');
  if (/^hlink/i.test(local) && !ordinaryAction.test(plainAttribute(tag, 'action') ?? '')) script();
  if (uri !== VML) return;
  if (anyAttribute(tag, 'src') || anyAttribute(tag, 'althref')) throw new AppError('attachment.external');
  if (!isOrdinaryLink(plainAttribute(tag, 'href') ?? '')) script();
};

/** Rejects fields, formulas, actions and addresses that run a program or load something when the document is opened. */
export const checkPart = (content: Uint8Array): void => {
  const fields = openFields();
  let collecting: 'field' | 'formula' | null = null;
  let formula = '';
  readXml(content, {
    open: (tag) => {
      checkTag(tag);
      const { local } = tag;
      if (local === 'fldChar') fields.mark(anyAttribute(tag, 'fldCharType'));
      if (local === 'fldSimple') {
        const nested = openFields();
        nested.instruction(anyAttribute(tag, 'instr') ?? '');
        nested.close();
      }
      if (local === 'instrText' || local === 'delInstrText') collecting = 'field';
      else if (formulas.has(local)) {
        collecting = 'formula';
        formula = '';
      }
    },
    text: (text) => {
      if (collecting === 'field') fields.instruction(text);
      else if (collecting === 'formula') formula += text;
    },
    close: () => {
      if (collecting === 'formula' && activeFormula.test(withoutStrings(formula))) script();
      collecting = null;
    },
  });
  fields.close();
};
