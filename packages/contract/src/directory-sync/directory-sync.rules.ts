import type { Role } from '../access/roles.ts';
import { connectionCodes, isLoopbackHost } from '../connection.rules.ts';

/** Lowest role that connects a directory, which can sign people in. */
export const directoryAdmin = 'system_admin' satisfies Role;

/** How a directory is reached: TLS from the first byte, StartTLS, or without encryption. */
export const directorySecurities = ['ldaps', 'starttls', 'none'] as const;
export type DirectorySecurity = (typeof directorySecurities)[number];
export const usualLdapPorts = { ldaps: 636, starttls: 389, none: 389 } as const satisfies Record<
  DirectorySecurity,
  number
>;

type Plain = {
  readonly host: string;
  readonly security: DirectorySecurity;
  readonly sign_in: boolean;
  readonly plain_allowed: boolean;
};
/**
 * Why these settings may not be used: without encryption, passwords of people are never sent, and the password of the account
 * only if the settings allow it or the directory is on the machine of the portal.
 */
export const plainProblem = (s: Plain): 'directory.plain_sign_in' | 'directory.plain_password' | null => {
  if (s.security !== 'none') return null;
  if (s.sign_in) return 'directory.plain_sign_in';
  return s.plain_allowed || isLoopbackHost(s.host) ? null : 'directory.plain_password';
};

/**
 * Wrong passwords of one person that are passed on to the directory, until it has had a rest of so many minutes. Directories
 * usually lock an account after 5 to 10 wrong passwords and forget them after 30 minutes.
 */
export const BIND_TRIES = 3;
export const BIND_REST_MINUTES = 30;

/** Characters of a DN, and of a filter. */
export const DN_MAX = 1_000;
export const FILTER_MAX = 2_000;
export const ATTRIBUTE_MAX = 100;
export const GROUPS_MAX = 50;
/** People of one directory. */
export const ENTRIES_MAX = 200_000;
/** People whom the check of a directory shows. */
export const SAMPLE_PEOPLE = 5;

/** Fields of a person that an attribute of the directory fills. */
export const directoryFields = ['email', 'last_name', 'first_name', 'middle_name', 'position'] as const;
export type DirectoryField = (typeof directoryFields)[number];

/** Active people of Active Directory: accounts of persons with an address that are not disabled. */
export const usualFilter =
  '(&(objectCategory=person)(objectClass=user)(mail=*)(!(userAccountControl:1.2.840.113556.1.4.803:=2)))';
/** Active Directory has no attribute for the patronymic; `middleName` is empty in most directories. */
export const usualDirectoryAttributes = {
  email: 'mail',
  last_name: 'sn',
  first_name: 'givenName',
  middle_name: 'middleName',
  position: 'title',
} as const satisfies Record<DirectoryField, string>;

/** Where the department of a person comes from. */
export const departmentSources = ['none', 'ou', 'attribute'] as const;
/** What happens to people whom the directory has brought and who are no longer in it. */
export const leaverModes = ['keep', 'remove'] as const;
export const syncSchedules = ['off', 'hourly', 'daily'] as const;
export type SyncSchedule = (typeof syncSchedules)[number];

/** Leavers that scheduled syncs remove within 24 hours without asking: a tenth of the staff, but at least 10 and at most 100 people. */
export const leaversWithoutAsking = (staff: number): number => Math.min(100, Math.max(10, Math.floor(staff / 10)));

/** The steps of reading a directory, in order. */
export const directorySteps = ['name', 'connect', 'tls', 'bind', 'base', 'filter'] as const;
export type DirectoryStep = (typeof directorySteps)[number];

/** Outcomes of a step of reading a directory. */
export const directoryCodes = [
  ...connectionCodes,
  'not_ldap',
  'password_missing',
  'bind_rejected',
  'bind_name_invalid',
  'encryption_required',
  'base_not_found',
  'base_invalid',
  'base_elsewhere',
  'filter_invalid',
  'nobody_found',
  'too_many',
  'groups_many',
  'not_allowed',
  'leavers_many',
  'licence_full',
  'licence_expired',
] as const;
export type DirectoryCode = (typeof directoryCodes)[number];
