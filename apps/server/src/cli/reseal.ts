import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { startEmbeddedPostgres } from '@sergak/embedded-postgres/embedded-postgres.ts';
import { sealedPlaces } from '../app/composition.ts';
import { readConfig } from '../config.ts';
import type { Platform } from '../platform/context.ts';
import { createLog } from '../platform/log.ts';
import { createPlatform } from '../platform/platform.ts';
import { resealAll } from '../platform/sealed.ts';
import { describeLost } from './doctor-secret.ts';

// `npm run reseal`: seals all stored passwords and keys with the current secret of the installation. Reads the same
// configuration as the product and may run at the same time. Exits with 1 if a value could not be read.

const COMPLETE =
  'Everything is sealed with the current secret. Links of previews that an old secret signed end within a week; ' +
  'remove SERGAK_OLD_SECRET (or data/secret.old.key) then.';
const INCOMPLETE =
  'What cannot be read was sealed with another secret: give it as SERGAK_OLD_SECRET and run the command again, or enter ' +
  'the values again in the portal.';

/** Seals everything again. Returns the text to print and whether all values could be read. */
export const runReseal = async (
  platform: Pick<Platform, 'secrets' | 'db'>,
): Promise<{ readonly text: string; readonly isComplete: boolean }> => {
  const lines: string[] = [];
  let isComplete = true;
  for (const { title, resealed, lost } of await resealAll(platform, sealedPlaces)) {
    lines.push(`${title}: ${resealed} sealed again`);
    if (lost.length === 0) continue;
    isComplete = false;
    lines.push(`  ${await describeLost(platform, { title, lost })}`);
  }
  return { text: [...lines, isComplete ? COMPLETE : INCOMPLETE].join('\n'), isComplete };
};

const main = async (): Promise<void> => {
  const config = readConfig();
  const dataDir = resolve(config.dataDir, 'postgres');
  if (config.databaseUrl === undefined && !existsSync(dataDir)) {
    console.error('There is no database yet: start the product first.');
    process.exitCode = 1;
    return;
  }
  const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir }) : null;
  try {
    const url = config.databaseUrl ?? embedded!.url;
    const platform = await createPlatform(config, url, createLog({ logLevel: 'error' }));
    try {
      const { text, isComplete } = await runReseal(platform);
      console.log(text);
      if (!isComplete) process.exitCode = 1;
    } finally {
      await platform.db.close();
    }
  } finally {
    await embedded?.stop();
  }
};

if (import.meta.main) await main();
