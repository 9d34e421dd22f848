import { strayLetter } from '@sergak/contract/email-address.rules.ts';
import type { Role } from '@sergak/contract/access/roles.ts';
import { assignableRoles, mayGrant } from '@sergak/contract/access/roles.ts';
import { pathProblem } from '@sergak/contract/departments/departments.rules.ts';
import { holdsAddress, readAddress } from '@sergak/contract/employees/addresses.rules.ts';
import { domainOf, isEmail, NAME_MAX, POSITION_MAX } from '@sergak/contract/employees/employees.rules.ts';
import type { ColumnMap, ImportField, ImportReason } from '@sergak/contract/employees/imports.schema.ts';
import {
  nameFromAddress,
  splitFullName,
  type NameOrder,
  type PersonName,
} from '@sergak/contract/employees/names.rules.ts';
import { cleanLine } from '@sergak/contract/text.rules.ts';
import { unescapeCell } from '@sergak/sheets/cell-escape.ts';
import type { SheetRow } from '@sergak/sheets/sheet-types.ts';
import { joinPath, splitPath } from '../departments/public.ts';
import { otherAddresses } from './import-columns.ts';
import { hasLeft } from './import-status.ts';
import { ownValue } from '../../platform/own-value.ts';

/** One line of the file, checked alone and against the lines before it. */
export type CheckedRow = {
  line: number;
  rejected: boolean;
  reasons: string[];
  /** The stable key of the entry in a directory; empty in files. */
  entry_key: string;
  email: string;
  last_name: string;
  first_name: string;
  middle_name: string;
  /** A name made of the address, for a new person whose file has no names. */
  guess: PersonName | null;
  position: string;
  department: string;
  role: string;
  raw: string[];
};
/** A line of a file, or an entry of a directory with its stable key. */
export type SourceRow = SheetRow & { readonly key?: string };
export type CheckOptions = {
  readonly map: ColumnMap;
  readonly importerRole: Role;
  readonly verifiedDomains: ReadonlySet<string>;
  readonly headers?: readonly string[];
  readonly nameOrder?: NameOrder;
  /** The day on which the file is read, as yyyy-mm-dd. */
  readonly today?: string;
};

const roleNames: Record<string, Role> = {
  employee: 'employee',
  сотрудник: 'employee',
  пользователь: 'employee',
  xodim: 'employee',
  user: 'employee',
  operator: 'operator',
  оператор: 'operator',
  content_manager: 'content_manager',
  'content manager': 'content_manager',
  'контент-менеджер': 'content_manager',
  'контент менеджер': 'content_manager',
  'kontent-menejer': 'content_manager',
  'kontent menejer': 'content_manager',
};
const faults = { short: 'short_row', long: 'long_row', quote: 'quote_broken' } as const satisfies Record<
  string,
  ImportReason
>;

const TOTAL = /^(?:итого|всего|общий итог|grand total|subtotals?|totals?|jami|жами)(?!\p{L})/iu;
/** A line below the table with a total, instead of a person. */
const isTotal = (cells: readonly string[]): boolean =>
  TOTAL.test(cleanLine(cells.find((cell) => cell.trim() !== '') ?? '')) && !cells.some((cell) => cell.includes('@'));

/** Creates the check for one file. The check remembers the addresses it has seen, in any letter case. */
export const createRowCheck = (options: CheckOptions) => {
  const { map, importerRole, verifiedDomains, headers = [], nameOrder = 'last_first', today = '' } = options;
  const seen = new Map<string, number>();
  const seenKeys = new Map<string, number>();
  const isNameless = map.full_name === undefined && map.last_name === undefined && map.first_name === undefined;
  const statusHeading = map.status === undefined ? '' : (headers[map.status] ?? '');
  const others = otherAddresses(headers, map);
  return (row: SourceRow): CheckedRow => {
    const raw = row.cells.map((cell) => cell.replaceAll('\u0000', '').toWellFormed());
    if (isTotal(raw)) return faulty(row, raw, 'total_line');
    if (row.fault) return faulty(row, raw, faults[row.fault]);
    const textOf = (field: ImportField) => (map[field] === undefined ? '' : unescapeCell(raw[map[field]] ?? ''));
    const valueOf = (field: ImportField) => withoutMarks(textOf(field));
    const cell = (field: ImportField) =>
      // «Null» is a surname as well.
      field === 'last_name' && /^null$/i.test(cleanLine(textOf(field))) && valueOf('first_name') !== ''
        ? cleanLine(textOf(field))
        : valueOf(field);
    const { email, name, several, torn } = readAddress(
      addressOf(cell('email') === '' ? '' : textOf('email'), others, raw),
    );
    if (hasLeft(statusHeading, cell('status'), today)) return { ...faulty(row, raw, 'left'), email };
    const names = isNameless ? shownName(name, nameOrder) : readNames(cell, nameOrder);
    const path = splitPath(cell('department'));
    const wrongPath = pathProblem(path);
    const role = readRole(cell('role'), importerRole);
    const rejections: string[] = [
      ...keyProblem(row, seenKeys),
      ...(several ? ['email_several'] : torn ? ['email_invalid'] : emailProblem(email, row.line, seen)),
      ...(Object.values(names).some((one) => one.length > NAME_MAX) ? ['name_too_long'] : []),
      ...(cell('position').length > POSITION_MAX ? ['position_too_long'] : []),
      ...(wrongPath === null ? [] : [wrongPath]),
      ...(role.problem ? [role.problem] : []),
    ];
    const rejected = rejections.length > 0;
    const warnings = verifiedDomains.has(domainOf(email)) ? [] : ['domain_unverified'];
    return {
      line: row.line,
      rejected,
      reasons: rejected ? rejections : warnings,
      entry_key: row.key ?? '',
      email,
      ...names,
      guess: isNameless && !rejected ? nameFromAddress(email) : null,
      position: cell('position'),
      department: joinPath(path),
      role: role.value,
      raw,
    };
  };
};

/** What Excel shows in English and Russian where a formula found nothing, and marks that people and programs write into blank cells. */
const NOTHING =
  /^(?:#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA|Н\/Д|ССЫЛКА!|ЗНАЧ!|ИМЯ\?|ДЕЛ\/0!|ПУСТО!|ЧИСЛО!|ПЕРЕНОС!|ВЫЧИСЛ!)|[-–—]+|NULL|\(null\)|n\/a|н\/д)$/i;
const withoutMarks = (text: string): string => {
  const line = cleanLine(text);
  return NOTHING.test(line) ? '' : line;
};

/** A cell without an address for mail: empty, or with addresses of other kinds only. */
const NO_MAIL = /^\s*(?:$|(?:sip|x400|x500|eum|spo):)/i;
/** Names of accounts of guests are no addresses. */
const GUEST = /#EXT#/i;

/** The cell with the address of a line: of the chosen column, or, if that one is empty, of another column of addresses. */
const addressOf = (cell: string, others: readonly number[], raw: readonly string[]): string => {
  if (!NO_MAIL.test(cell) || holdsAddress(cell)) return cell;
  const filled = others
    .map((column) => unescapeCell(raw[column] ?? ''))
    .find((one) => holdsAddress(one) && !GUEST.test(one));
  return filled ?? cell;
};

/** The result for a line that is no person to add or change. Its address is kept, if found, so that the person is not treated as a leaver. */
const faulty = (row: SourceRow, raw: string[], reason: ImportReason): CheckedRow => ({
  line: row.line,
  rejected: true,
  reasons: [reason],
  raw,
  entry_key: row.key ?? '',
  email: raw.map((cell) => readAddress(unescapeCell(cell)).email).find(isEmail) ?? '',
  last_name: '',
  first_name: '',
  middle_name: '',
  guess: null,
  position: '',
  department: '',
  role: '',
});

const nobody: PersonName = { last_name: '', first_name: '', middle_name: '' };
/** The name written before an address, if it is complete. */
const shownName = (name: string, order: NameOrder): PersonName => {
  const found = splitFullName(name, order);
  return found.last_name !== '' && found.first_name !== '' ? found : nobody;
};

const readNames = (cell: (field: ImportField) => string, order: NameOrder): PersonName => {
  const whole = splitFullName(cell('full_name'), order);
  return {
    last_name: cell('last_name') || whole.last_name,
    first_name: cell('first_name') || whole.first_name,
    middle_name: cell('middle_name') || whole.middle_name,
  };
};

const emailProblem = (email: string, line: number, seen: Map<string, number>): string[] => {
  if (email === '') return ['email_missing'];
  if (!isEmail(email)) return ['email_invalid'];
  if (strayLetter(email)) return ['email_mixed'];
  const key = email.toLowerCase();
  const earlier = seen.get(key);
  if (earlier !== undefined) return [`email_twice_in_file:${earlier}`];
  seen.set(key, line);
  return [];
};

/** An attribute that is not unique cannot be a key. */
const keyProblem = ({ key = '', line }: SourceRow, seen: Map<string, number>): string[] => {
  if (key === '') return [];
  const earlier = seen.get(key);
  if (earlier !== undefined) return [`key_twice:${earlier}`];
  seen.set(key, line);
  return [];
};

const readRole = (text: string, importer: Role): { value: string; problem?: ImportReason } => {
  if (text === '') return { value: '' };
  const role = ownValue(roleNames, text.toLowerCase());
  if (!role) return { value: '', problem: 'role_unknown' };
  const allowed = (assignableRoles as readonly Role[]).includes(role) && mayGrant(importer, role);
  return allowed ? { value: role } : { value: role, problem: 'role_forbidden' };
};
