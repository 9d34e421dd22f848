export { reportAddressOrWords } from './gateway.query.ts';
export { deleteTellingCaught, forgetCaught } from './mailbox.repo.ts';
export { verifiedSenderDomains } from './mail-settings.repo.ts';
export { mailTransport, readMailSettings, type MailTransport } from './mail-settings.service.ts';
export { startMailbox } from './mailbox.service.ts';
export { ORGANIZATION_HEADER, SIMULATION_TEST } from './outbox.jobs.ts';
export { isOneSite, sharesCookies } from './site.ts';
export { isSimulationMac, SIMULATION_HEADER, simulationMac } from './simulation-header.ts';
