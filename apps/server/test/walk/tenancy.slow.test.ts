import { walkTenancy } from './tenancy.ts';

walkTenancy('everything');
