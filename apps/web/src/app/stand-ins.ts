/**
 * Addresses of the specification whose step is part of another page: choosing the course is the first step of an
 * assignment, and a template is created in a dialog of the list. Without them the last word would be read as an id.
 */
export const standIns: Readonly<Record<string, string>> = {
  '/lk/admin/learning/assigned/select': '/lk/admin/learning/assigned/create',
  '/lk/admin/phishing/templates/new': '/lk/admin/phishing/templates',
};
