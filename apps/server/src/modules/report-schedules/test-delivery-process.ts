import { readConfig } from '../../config.ts';
import { jobContext } from '../../platform/jobs.ts';
import { createLog } from '../../platform/log.ts';
import { createPlatform } from '../../platform/platform.ts';
import { orderDue, sendDelivery } from './report-schedules.jobs.ts';

/** Runs a job of a delivery and stops before its commit until it is killed, for tests that kill it there. */
const [databaseUrl, dataDir, organizationId, deliveryId] = process.argv.slice(2);
const log = createLog({ logLevel: 'silent' });
const platform = await createPlatform({ ...readConfig({ SERGAK_PORT: '0' }), dataDir: dataDir! }, databaseUrl!, log);
const ctx = jobContext(platform, organizationId!, new AbortController().signal);
const stopping: typeof ctx = {
  ...ctx,
  run: (mode, work) =>
    ctx.run(mode, async (tx) => {
      const done = await work(tx);
      console.log('before the commit');
      await new Promise(() => setInterval(() => {}, 1_000));
      return done;
    }),
};
await (deliveryId
  ? sendDelivery(stopping, { organization_id: organizationId!, delivery_id: deliveryId })
  : orderDue(stopping));
