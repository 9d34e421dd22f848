export { sweepAudit, verifyAll } from './chain.service.ts';
