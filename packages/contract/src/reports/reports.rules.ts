/** Reports are deleted after so many days (document 3, section 7). */
export const REPORT_DAYS = 30;
/** A report that has not ended after so long never will: its maker is gone. */
export const REPORT_PATIENCE_MINUTES = 30;

export const reportCategories = ['pdf', 'phishing', 'phishing-campaign'] as const;
export type ReportCategory = (typeof reportCategories)[number];
export const reportFormats = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];
export const reportStatuses = ['in_progress', 'complete', 'error'] as const;
/** Why a report could not be made, as a code; its text stands in the web's languages. */
export const reportErrors = ['failed', 'too_large', 'gone', 'timeout'] as const;

/** Polls of a job: 5 s, 4 s after the 4th try, 3 s after the 9th, 2 s after the 16th; 1000 at most (document 2, section 9). */
export const POLLS_MAX = 1000;
export const pollDelay = (tries: number): number => (tries > 16 ? 2000 : tries > 9 ? 3000 : tries > 4 ? 4000 : 5000);
