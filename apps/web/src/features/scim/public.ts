export { Scim } from './lazy-scim.ts';
