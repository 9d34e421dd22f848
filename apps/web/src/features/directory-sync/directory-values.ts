import type { AssignableRole } from '@sergak/contract/access/roles.ts';
import type { DirectorySettings } from '@sergak/contract/directory-sync/directory-sync.schema.ts';

/** The fields of the form of the directory. */
export type DirectoryValues = Pick<
  DirectorySettings,
  | 'host'
  | 'port'
  | 'security'
  | 'plain_allowed'
  | 'ca'
  | 'bind_dn'
  | 'base_dn'
  | 'filter'
  | 'department_from'
  | 'department_attribute'
  | 'key_attribute'
  | 'sign_in'
  | 'schedule'
> &
  DirectorySettings['attributes'] & {
    password: string;
    /** DNs of groups, one a line. */
    operators: string;
    content_managers: string;
    remove_leavers: boolean;
    hour: number;
  };

const groupsOf = (settings: DirectorySettings, role: AssignableRole): string =>
  settings.group_roles
    .filter((one) => one.role === role)
    .map(({ group }) => group)
    .join('\n');

export const directoryValues = (s: DirectorySettings): DirectoryValues => ({
  host: s.host,
  port: s.port,
  security: s.security,
  plain_allowed: s.plain_allowed,
  ca: s.ca,
  bind_dn: s.bind_dn,
  password: '',
  base_dn: s.base_dn,
  filter: s.filter,
  ...s.attributes,
  department_from: s.department_from,
  department_attribute: s.department_attribute,
  key_attribute: s.key_attribute,
  operators: groupsOf(s, 'operator'),
  content_managers: groupsOf(s, 'content_manager'),
  remove_leavers: s.leavers === 'remove',
  sign_in: s.sign_in,
  schedule: s.schedule,
  hour: s.hour,
});

const linesOf = (text: string, role: AssignableRole) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((group) => ({ group, role }));

/** An absent password keeps the stored one. */
export const directoryInput = (v: DirectoryValues) => ({
  host: v.host,
  port: v.port,
  security: v.security,
  plain_allowed: v.plain_allowed,
  ca: v.ca,
  bind_dn: v.bind_dn,
  ...(v.password === '' ? {} : { password: v.password }),
  base_dn: v.base_dn,
  filter: v.filter,
  attributes: {
    email: v.email,
    last_name: v.last_name,
    first_name: v.first_name,
    middle_name: v.middle_name,
    position: v.position,
  },
  department_from: v.department_from,
  department_attribute: v.department_attribute,
  key_attribute: v.key_attribute,
  group_roles: [...linesOf(v.operators, 'operator'), ...linesOf(v.content_managers, 'content_manager')],
  leavers: v.remove_leavers ? ('remove' as const) : ('keep' as const),
  sign_in: v.sign_in,
  schedule: v.schedule,
  hour: v.hour,
});
