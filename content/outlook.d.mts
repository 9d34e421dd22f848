/** Tells what Outlook for Windows would draw otherwise than meant, one sentence each. */
export function checkOutlook(html: string, label: string, problems: string[]): void;
