export { ReportButton } from './report-button.tsx';
export type { ReportOrder } from './use-report.ts';
export { useReport } from './use-report.ts';
