export { renderPdf } from './pdf/pdf.ts';
export { certificateSpec, withLogo } from './certificate-pdf.ts';
export { selectCertificates } from './certificate.query.ts';
export { orderReport } from './order.service.ts';
export { dropResultReports } from './reports.service.ts';
