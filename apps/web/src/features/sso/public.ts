export { Sso } from './lazy-sso.ts';
