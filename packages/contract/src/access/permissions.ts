/** Every permission name of the product. The server checks permissions, and each route of the web names one. */
export const permissions = [
  'admin',
  'admin.statistics',
  'admin.staff.employees',
  'admin.staff.tags',
  'admin.learning',
  'admin.learning.courses',
  'admin.learning.assigned',
  'admin.phishing',
  'admin.phishing.campaigns',
  'admin.phishing.templates',
  'admin.organization',
  'admin.settings.audit',
  'admin.settings.adfs',
  'admin.settings.license',
  'admin.settings.settings',
  'user',
  'user.statistics',
  'user.learning',
] as const;
export type Permission = (typeof permissions)[number];
