export { forgetIdentities } from './identities.repo.ts';
export { keepPasswordOf } from './notices.service.ts';
export { diagnoseProvider } from './provider-test.service.ts';
export { listEnabled } from './sso.query.ts';
