import { storedAddress, strayLetter } from '@sergak/contract/email-address.rules.ts';
import type { Role } from '@sergak/contract/access/roles.ts';
import { assignableRoles, mayGrant } from '@sergak/contract/access/roles.ts';
import { pathProblem } from '@sergak/contract/departments/departments.rules.ts';
import { domainOf, isEmail, NAME_MAX, POSITION_MAX } from '@sergak/contract/employees/employees.rules.ts';
import type { ColumnMap, ImportField, ImportReason } from '@sergak/contract/employees/imports.schema.ts';
import { cleanLine } from '@sergak/contract/text.rules.ts';
import { unescapeCell } from '@sergak/sheets/cell-escape.ts';
import type { SheetRow } from '@sergak/sheets/sheet-types.ts';
import { joinPath, splitPath } from '../departments/public.ts';
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

/** The text of a cell without the apostrophe that an export puts in front of a formula. */
const cleanCell = (cell: string): string => cleanLine(unescapeCell(cell));

/** Creates the check for one file. The check remembers the addresses it has seen, in any letter case. */
export const createRowCheck = ({ map, importerRole, verifiedDomains }: CheckOptions) => {
  const seen = new Map<string, number>();
  const seenKeys = new Map<string, number>();
  return (row: SourceRow): CheckedRow => {
    const raw = row.cells.map((cell) => cell.replaceAll('\u0000', ''));
    if (row.fault) return faulty(row, raw);
    const cell = (field: ImportField) => (map[field] === undefined ? '' : cleanCell(raw[map[field]] ?? ''));
    const names = readNames(cell);
    const path = splitPath(cell('department'));
    const wrongPath = pathProblem(path);
    const email = storedAddress(cell('email').replace(/^mailto:/i, ''));
    const role = readRole(cell('role'), importerRole);
    const rejections: string[] = [
      ...keyProblem(row, seenKeys),
      ...emailProblem(email, row.line, seen),
      ...(Object.values(names).some((name) => name.length > NAME_MAX) ? ['name_too_long'] : []),
      ...(cell('position').length > POSITION_MAX ? ['position_too_long'] : []),
      ...(wrongPath === null ? [] : [wrongPath]),
      ...(role.problem ? [role.problem] : []),
    ];
    const rejected = rejections.length > 0;
    const warned = !rejected && !verifiedDomains.has(domainOf(email)) ? ['domain_unverified'] : [];
    return {
      line: row.line,
      rejected,
      reasons: [...rejections, ...warned],
      entry_key: row.key ?? '',
      email,
      ...names,
      position: cell('position'),
      department: joinPath(path),
      role: role.value,
      raw,
    };
  };
};

/** The result for a malformed line. Its address is kept, if found, so that the person is not treated as a leaver. */
const faulty = (row: SourceRow, raw: string[]): CheckedRow => ({
  line: row.line,
  rejected: true,
  reasons: [faults[row.fault!]],
  raw,
  entry_key: row.key ?? '',
  email: storedAddress(raw.map(cleanCell).find(isEmail) ?? ''),
  last_name: '',
  first_name: '',
  middle_name: '',
  position: '',
  department: '',
  role: '',
});

const readNames = (cell: (field: ImportField) => string) => {
  const [last = '', first = '', ...rest] = cell('full_name').split(' ');
  return {
    last_name: cell('last_name') || last,
    first_name: cell('first_name') || first,
    middle_name: cell('middle_name') || rest.join(' '),
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
