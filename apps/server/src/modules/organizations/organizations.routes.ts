import { organizationsEndpoints } from '@sergak/contract/organizations/organizations.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { listCampaigns } from '../results/public.ts';
import { getAutophish, toggleAutophish } from './autophish.service.ts';
import { createChild, readChildren, saveChild } from './children.service.ts';
import { addDomain, removeDomain, verifyDomain } from './domains.service.ts';
import { removeLogo, setOrganizationLogo, streamLogo } from './logo.service.ts';
import { notifyEmployees } from './notify.service.ts';
import * as query from './organizations.query.ts';
import { readReminders, setReminders } from './reminders.service.ts';
import { removeChild } from './removal.service.ts';
import * as settings from './settings.service.ts';
import { setUpOrganization } from './set-up.service.ts';

export const organizationsRoutes = bind(organizationsEndpoints, {
  'organizations.current': settings.readLicence,
  'organizations.children': readChildren,
  'organizations.domains': async ({ tx }) => ({ data: await query.listDomains(tx) }),
  'organizations.domain-add': addDomain,
  'organizations.domain-verify': verifyDomain,
  'organizations.domain-remove': removeDomain,
  'organizations.two-factor': settings.setTwoFactor,
  'organizations.sending': settings.switchSending,
  'organizations.save': settings.saveOrganization,
  'organizations.set-up': setUpOrganization,
  'organizations.get': settings.readOrganizationPage,
  'organizations.campaigns': ({ tx, viewer }, { limit, offset }) =>
    listCampaigns(tx, { search: '', statuses: [], oses: [], by_tag: false, limit, offset }, viewer.language),
  'organizations.create-child': createChild,
  'organizations.save-child': saveChild,
  'organizations.remove-child': removeChild,
  'organizations.set-logo': setOrganizationLogo,
  'organizations.remove-logo': removeLogo,
  'organizations.logo': streamLogo,
  'organizations.notify': notifyEmployees,
  'organizations.reminders': readReminders,
  'organizations.set-reminders': setReminders,
  'phishing.autophish': getAutophish,
  'phishing.autophish-toggle': toggleAutophish,
});
