import type { Input } from '@sergak/contract/endpoint.ts';
import type { settingsEndpoints } from '@sergak/contract/settings/settings.endpoints.ts';
import { diagnose } from '@sergak/mail/diagnosis.ts';
import { TEST_STEP_MS } from '../../platform/connection.ts';
import type { OwnCtx } from '../../platform/context.ts';
import { findMailSettings, markVerified } from './mail-settings.repo.ts';
import { mailServerConnection, hasSameConnection, serverConfig } from './mail-settings.service.ts';

const timeouts = { connectMs: TEST_STEP_MS, greetingMs: TEST_STEP_MS, commandMs: TEST_STEP_MS };

/**
 * Tests a mail server step by step, with the stored password if none is given. Its only write: if the tested settings are the
 * stored settings and work, they are marked as verified.
 */
export const testMailServer = async (ctx: OwnCtx, input: Input<(typeof settingsEndpoints)['settings.mail-test']>) => {
  const { stored, password, allowAddress } = await mailServerConnection.prepareTest(ctx, input, findMailSettings);
  const config = serverConfig(ctx.platform, input, password, allowAddress);
  const diagnosis = await diagnose({ ...config, timeouts }, { sender: input.sender_address });
  if (diagnosis.ok && stored && hasSameConnection(ctx.platform, stored, input))
    await ctx.run('write', (tx) => markVerified(tx, stored.version));
  return diagnosis;
};
