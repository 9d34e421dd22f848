import type { CallOutput } from '../../shared/api.ts';

type ImportReport = CallOutput<'phishing.import'>;
const reports = new Map<string, ImportReport>();

/** Keeps the report of an import for the editor, until the page is loaded again. */
export const rememberImport = (report: ImportReport): void => void reports.set(report.id, report);
export const importOf = (id: string | undefined): ImportReport | undefined =>
  id === undefined ? undefined : reports.get(id);
