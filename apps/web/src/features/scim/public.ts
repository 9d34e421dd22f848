export { Scim } from './scim.tsx';
