export { renderPdf } from './pdf/pdf.ts';
export { certificateSpec, withLogo } from './certificate-pdf.ts';
export { readCertificates } from './certificate.query.ts';
export { orderReport, readReportState, type ReportOrder } from './order.service.ts';
