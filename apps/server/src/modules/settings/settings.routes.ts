import { settingsEndpoints } from '@sergak/contract/settings/settings.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import * as mailbox from './mailbox.service.ts';
import { listCaught } from './mailbox.query.ts';
import { resetMailServer, saveMailServer } from './mail-server.service.ts';
import { readMailSettings } from './mail-settings.service.ts';
import { testMailServer } from './mail-test.service.ts';
import { readGateway } from './gateway.service.ts';
import { readInstallation } from './installation.service.ts';
import { listFailures } from './outbox.query.ts';
import { sendSettingsTestEmail } from './test-email.service.ts';

export const settingsRoutes = bind(settingsEndpoints, {
  'settings.installation': async (ctx) => readInstallation(ctx),
  'settings.gateway': readGateway,
  'settings.mail': readMailSettings,
  'settings.mail-save': saveMailServer,
  'settings.mail-reset': resetMailServer,
  'settings.mail-test': testMailServer,
  'settings.mail-send-test': sendSettingsTestEmail,
  'settings.mailbox': ({ tx, viewer }, input) => listCaught(tx, viewer, input),
  'settings.mailbox-email': mailbox.readCaught,
  'settings.mailbox-attachment': mailbox.readAttachment,
  'settings.mailbox-clear': mailbox.clearMailbox,
  'settings.outbox-failures': async ({ tx }) => ({ data: await listFailures(tx) }),
});
