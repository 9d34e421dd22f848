/**
 * Addresses of the specification that are part of another page: a template is created in a dialog of the list. Without these
 * redirects the last path segment would be read as an id.
 */
export const redirects: Readonly<Record<string, string>> = {
  '/lk/admin/phishing/templates/new': '/lk/admin/phishing/templates',
};
