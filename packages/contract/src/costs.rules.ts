/** How much costly work one person and one organisation may start in an hour, by kind. */
export const costLimits = {
  /** Reports and exports: PDF, XLSX, archives. */
  report: { person: 120, organization: 1_000 },
  /** Files that another process reads: people, tags, questions, emails, SCORM packages. */
  import: { person: 60, organization: 300 },
  /** Presentations, each of which may occupy LibreOffice for minutes. */
  conversion: { person: 30, organization: 150 },
  /** Actions on many people. */
  bulk: { person: 600, organization: 3_000 },
  /** Checks and previews, which a form asks for after each change. */
  preview: { person: 3_600, organization: 30_000 },
  /** Pictures and media that another process decodes. */
  picture: { person: 600, organization: 6_000 },
  /** Tests of connections to servers of the organisation. */
  connection: { person: 60, organization: 300 },
  /** Documents and pictures of a learner about oneself: a whole organisation may ask for them on the same morning. */
  own: { person: 60, organization: 20_000 },
} as const satisfies Record<string, { readonly person: number; readonly organization: number }>;

export type Cost = keyof typeof costLimits;
export const COST_WINDOW_SECONDS = 3_600;
