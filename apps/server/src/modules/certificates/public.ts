export { issueCertificates } from './issue.service.ts';
