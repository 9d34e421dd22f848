import type { Input } from '@sergak/contract/endpoint.ts';
import type { settingsEndpoints } from '@sergak/contract/settings/settings.endpoints.ts';
import { diagnose } from '@sergak/mail/diagnosis.ts';
import type { OwnCtx } from '../../platform/context.ts';
import { requireCertificates } from '../../platform/authorities.ts';
import { testGuard } from '../../platform/outgoing.ts';
import { limitRate } from '../../platform/rate.ts';
import { findMailSettings, markVerified } from './mail-settings.repo.ts';
import { passwordFor, hasSameConnection, serverConfig } from './mail-settings.service.ts';

const STEP_TIMEOUT_MS = 8_000;
const timeouts = { connectMs: STEP_TIMEOUT_MS, greetingMs: STEP_TIMEOUT_MS, commandMs: STEP_TIMEOUT_MS };

/**
 * Tests a mail server step by step, with the stored password if none is given. Its only write: if the tested settings are the
 * stored settings and work, they are marked as verified.
 */
export const testMailServer = async (ctx: OwnCtx, input: Input<(typeof settingsEndpoints)['settings.mail-test']>) => {
  const { platform, viewer } = ctx;
  requireCertificates(input.ca);
  await limitRate(platform.db, `mail-test:${viewer.id}`, 20, 300);
  const stored = await ctx.run('read', findMailSettings);
  const guard = await testGuard(ctx, input, stored);
  const config = serverConfig(platform, input, passwordFor(platform, stored, input), guard);
  const diagnosis = await diagnose({ ...config, timeouts }, { sender: input.sender_address });
  if (diagnosis.ok && stored && hasSameConnection(platform, stored, input))
    await ctx.run('write', (tx) => markVerified(tx, stored.version));
  return diagnosis;
};
