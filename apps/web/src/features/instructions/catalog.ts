import type { Permission } from '@sergak/contract/access/permissions.ts';
import { isAtLeast, type Role } from '@sergak/contract/access/roles.ts';
import type { Chapter } from './chapter.ts';

/** Who can use what a chapter explains. A guide for a role, `role-operator`, is shown to this role and to those above. */
export const readers: Readonly<Record<string, Permission>> = {
  'first-steps': 'admin.organization',
  'mail-gateway': 'admin.phishing',
  'staff-import': 'admin.staff.employees',
  'first-campaign': 'admin.phishing',
  templates: 'admin.phishing',
  courses: 'admin.learning',
  'for-employees': 'admin',
  privacy: 'admin',
  'reported-mail': 'admin.phishing',
  tags: 'admin.staff.tags',
  reports: 'admin.statistics',
  roles: 'admin',
  backup: 'admin',
};

type Reader = { readonly role: Role; readonly permissions: readonly Permission[] };

/** The role that a guide is written for. */
export const roleOf = (id: string): Role | undefined => /^role-(\w+)$/.exec(id)?.[1] as Role | undefined;
export const guideOf = (role: Role): string => `role-${role}`;

export const mayRead = (reader: Reader, id: string): boolean => {
  const role = roleOf(id);
  if (role !== undefined) return isAtLeast(reader.role, role);
  return readers[id] !== undefined && reader.permissions.includes(readers[id]);
};

export const chaptersFor = (reader: Reader, chapters: readonly Chapter[]): readonly Chapter[] =>
  chapters.filter((chapter) => mayRead(reader, chapter.id));
