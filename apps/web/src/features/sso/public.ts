export { Sso } from './sso.tsx';
