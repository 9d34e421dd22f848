export { ReportButton } from './report-button.tsx';
export { ReportMenu } from './report-menu.tsx';
export type { ReportOrder } from './use-report.ts';
export { useReport } from './use-report.ts';
