export { createOrganization, DEFAULT_DEPARTMENT } from './organizations.service.ts';
