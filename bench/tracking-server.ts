import type { AddressInfo } from 'node:net';
import { readConfig } from '../apps/server/src/config.ts';
import { startTracking } from '../apps/server/src/modules/tracking/listener.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { createPlatform } from '../apps/server/src/platform/platform.ts';

// The tracking listener alone, as in a process of the role «tracking», on the database of DATABASE_URL.
const config = readConfig();
const platform = await createPlatform(config, config.databaseUrl!, createLog(config));
const { server } = await startTracking(platform, 0, '127.0.0.1');
console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }));
