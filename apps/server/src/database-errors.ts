import type { ErrorCode } from '@sergak/contract/errors.ts';

/** The error code of each unique constraint of the database. A test compares this table with the catalogue. */
export const constraintCodes: Readonly<Record<string, ErrorCode>> = {
  employees_email_taken: 'employee.email_taken',
  departments_title_taken: 'department.title_taken',
  organizations_title_taken: 'organization.title_taken',
  scim_users_name_taken: 'common.conflict',
  sso_identities_subject: 'common.conflict',
  directory_links_key: 'common.conflict',
  emails_translation: 'email.language_exists',
  landing_pages_translation: 'page.language_exists',
  tags_title_taken: 'tag.title_taken',
  tag_actions_only_one: 'action.taken',
  organization_domains_key: 'organization.domain_taken',
};

/** The error code of each SQLSTATE that a trigger raises: `keep_last_super_user`, `keep_domain_in_one_tree`. */
export const triggerCodes: Readonly<Record<string, ErrorCode>> = {
  SG001: 'employee.last_super_user',
  SG002: 'organization.domain_elsewhere',
};
