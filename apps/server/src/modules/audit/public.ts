export { verifyAll } from './chain.service.ts';
