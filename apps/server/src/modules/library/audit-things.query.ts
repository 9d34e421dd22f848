import type { AuditThings } from '../../platform/audit-things.ts';

export const libraryThings: AuditThings = {
  course: (tx, ids) => tx.selectFrom('courses').select(['id', 'title as name']).where('id', 'in', ids).execute(),
  theme: (tx, ids) => tx.selectFrom('themes').select(['id', 'title as name']).where('id', 'in', ids).execute(),
};

export const moduleThings: AuditThings = {
  module: (tx, ids) => tx.selectFrom('modules').select(['id', 'title as name']).where('id', 'in', ids).execute(),
};

export const questionThings: AuditThings = {
  question: (tx, ids) => tx.selectFrom('questions').select(['id', 'text as name']).where('id', 'in', ids).execute(),
};
