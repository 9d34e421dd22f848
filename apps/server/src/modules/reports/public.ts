export { renderPdf } from './pdf/pdf.ts';
