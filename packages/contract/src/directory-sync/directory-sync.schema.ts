import { z } from 'zod';
import { assignableRoles } from '../access/roles.ts';
import { id, instant } from '../paging.ts';
import { HOST_MAX, MAIL_ACCOUNT_MAX, PORT_MAX } from '../settings/settings.rules.ts';
import * as rules from './directory-sync.rules.ts';
import { ownAuthorities } from '../connection.schema.ts';
import { sealedState } from '../sealed.schema.ts';

const plainLine = /^[^\0\r\n]*$/;
const dn = z.string().trim().min(1).max(rules.DN_MAX).regex(plainLine);
/** The name of an attribute, or empty: the field is not read. */
const attribute = z
  .string()
  .trim()
  .max(rules.ATTRIBUTE_MAX)
  .regex(/^([A-Za-z][A-Za-z0-9-]*(;[A-Za-z0-9-]+)*|[0-9]+(\.[0-9]+)*)?$/);

const groupRole = z.strictObject({ group: dn, role: z.enum(assignableRoles) });

/** How a directory is read. The password is written, never read; without it the stored one is kept. */
export const directoryInput = z.strictObject({
  host: z
    .string()
    .trim()
    .min(1)
    .max(HOST_MAX)
    .regex(/^[A-Za-z0-9.:_-]+$/),
  port: z.int().min(1).max(PORT_MAX),
  security: z.enum(rules.directorySecurities),
  /** Whether the password of the account may be sent without encryption to another machine. */
  plain_allowed: z.boolean().default(false),
  /** PEM certificates of the own authority, in addition to the public ones. */
  ca: ownAuthorities,
  bind_dn: dn,
  password: z.string().max(MAIL_ACCOUNT_MAX).regex(plainLine).optional(),
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
    .default(rules.usualAttributes),
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

const diagnosisStep = z.object({
  step: z.enum(rules.directorySteps),
  ok: z.boolean(),
  code: z.enum(rules.directoryCodes),
  /** The answer of the server or the system, without the password. */
  detail: z.string(),
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

/** Each step of reading the directory; the last step is the failed one. */
export const directoryDiagnosis = z.object({
  ok: z.boolean(),
  steps: z.array(diagnosisStep),
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
    /** These three are empty while no directory is connected. */
    host: z.string(),
    bind_dn: z.string(),
    base_dn: z.string(),
    password_state: sealedState,
    /** When the directory was last read without an error. */
    read_at: instant.nullable(),
    /** Why the last scheduled sync failed or waits; null after a successful one. */
    failure: diagnosisStep.extend({ at: instant }).nullable(),
    /** The latest preview or sync among the imports. */
    import_id: id.nullable(),
    next_at: instant.nullable(),
    version: z.int(),
  });
export type DirectorySettings = z.output<typeof directorySettings>;
