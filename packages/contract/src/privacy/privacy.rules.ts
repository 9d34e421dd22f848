/** Defaults and limits of retention. Zero is rejected: nothing would be left to analyse, and a campaign needs its evidence. */
export const TRACKING_DAYS = { standard: 90, min: 1, max: 1095 } as const;
export const RESULTS_MONTHS = { standard: 12, min: 1, max: 120 } as const;
/** Messages that employees reported, in days; what is known about them without the message is kept for a year. */
export const REPORTED_DAYS = { standard: 30, min: 1, max: 180 } as const;
/** Years for which the audit log is kept. Fixed: not even the roles of the product can delete younger entries. */
export const LOG_YEARS = 3;
/** Results of fewer people are not shown as a group, because they would describe persons. */
export const SMALLEST_GROUP = 5;
