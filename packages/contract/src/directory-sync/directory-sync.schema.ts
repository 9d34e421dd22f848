import { z } from 'zod';
import { assignableRoles } from '../access/roles.ts';
import { connectionInput, connectionShown, diagnosisOf, lastFailure, plainLine } from '../connection.schema.ts';
import { id, instant } from '../paging.ts';
import * as rules from './directory-sync.rules.ts';

const dn = z.string().trim().min(1).max(rules.DN_MAX).regex(plainLine);
/** The name of an attribute, or empty: the field is not read. */
const attribute = z
  .string()
  .trim()
  .max(rules.ATTRIBUTE_MAX)
  .regex(/^([A-Za-z][A-Za-z0-9-]*(;[A-Za-z0-9-]+)*|[0-9]+(\.[0-9]+)*)?$/);

const groupRole = z.strictObject({ group: dn, role: z.enum(assignableRoles) });

/** How a directory is read. */
export const directoryInput = z.strictObject({
  ...connectionInput(rules.directorySecurities),
  /** Whether the password of the account may be sent without encryption to another machine. */
  plain_allowed: z.boolean().default(false),
  bind_dn: dn,
  base_dn: dn,
  filter: z.string().trim().min(1).max(rules.FILTER_MAX).default(rules.usualFilter),
  attributes: z
    .strictObject({
      email: attribute.min(1),
      last_name: attribute,
      first_name: attribute,
      middle_name: attribute,
      position: attribute,
    })
    .default(rules.usualDirectoryAttributes),
  department_from: z.enum(rules.departmentSources).default('none'),
  department_attribute: attribute.default('department'),
  /** The highest role of a person's groups applies; a person in none of them is an employee. Empty: roles are not changed. */
  group_roles: z.array(groupRole).max(rules.GROUPS_MAX).default([]),
  /** The attribute with the stable key of an entry; empty: chosen automatically (objectGUID, entryUUID and others). */
  key_attribute: attribute.default(''),
  leavers: z.enum(rules.leaverModes).default('keep'),
  /** Whether people up to the role operator may sign in with the password of the directory. */
  sign_in: z.boolean().default(false),
  schedule: z.enum(rules.syncSchedules).default('off'),
  /** Hour of the daily sync, in the time zone of the organisation. */
  hour: z.int().min(0).max(23).default(3),
});

/** A person as the directory and the attribute map give it. */
export const directoryPerson = z.object({
  dn: z.string(),
  /** The stable key, «attribute:value»; empty if the entry has none. */
  key: z.string(),
  email: z.string(),
  last_name: z.string(),
  first_name: z.string(),
  middle_name: z.string(),
  position: z.string(),
  department: z.string(),
  role: z.string(),
});
export type DirectoryPerson = z.output<typeof directoryPerson>;

/** Each step of reading the directory, and what it shows. */
export const directoryDiagnosis = diagnosisOf(rules.directorySteps, rules.directoryCodes).extend({
  people: z.array(directoryPerson),
  /** Groups of the settings that the directory does not show to this account. */
  missing_groups: z.array(z.string()),
});
export type DirectoryDiagnosis = z.output<typeof directoryDiagnosis>;

export const directorySettings = directoryInput
  .omit({ password: true })
  .strip()
  .extend({
    configured: z.boolean(),
    ...connectionShown(rules.directorySecurities),
    /** These are empty while no directory is connected. */
    bind_dn: z.string(),
    base_dn: z.string(),
    /** When the directory was last read without an error. */
    read_at: instant.nullable(),
    /** Why the last scheduled sync failed or waits. */
    failure: lastFailure(rules.directorySteps, rules.directoryCodes),
    /** The latest preview or sync among the imports. */
    import_id: id.nullable(),
    next_at: instant.nullable(),
  });
export type DirectorySettings = z.output<typeof directorySettings>;
