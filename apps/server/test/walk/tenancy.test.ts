import { walkTenancy } from './tenancy.ts';

walkTenancy('sample');
