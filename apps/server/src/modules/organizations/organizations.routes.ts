import { organizationsEndpoints } from '@sergak/contract/organizations/organizations.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { addDomain, removeDomain, verifyDomain } from './domains.service.ts';
import * as query from './organizations.query.ts';
import * as settings from './settings.service.ts';

export const organizationsRoutes = bind(organizationsEndpoints, {
  'organizations.current': settings.readLicence,
  'organizations.children': async ({ tx, viewer }) => ({
    data: await query.listChildren(tx, viewer.scope.organizationId),
  }),
  'organizations.domains': async ({ tx }) => ({ data: await query.listDomains(tx) }),
  'organizations.domain-add': addDomain,
  'organizations.domain-verify': verifyDomain,
  'organizations.domain-remove': removeDomain,
  'organizations.two-factor': settings.setTwoFactor,
  'organizations.sending': settings.switchSending,
  'organizations.save': settings.saveOrganization,
  'organizations.get': settings.readOrganization,
});
