import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { startEmbeddedPostgres } from '@sergak/embedded-postgres/embedded-postgres.ts';
import { readConfig, type Config } from '../config.ts';
import { trustFile } from '../platform/authorities.ts';
import { createLog } from '../platform/log.ts';
import { createPlatform } from '../platform/platform.ts';
import { checkCertificates, checkDisk, checkDns, checkSettings, type DoctorFinding } from './doctor-checks.ts';
import { checkDatabase, checkMail, checkStorage } from './doctor-services.ts';
import { checkDirectories } from './doctor-directories.ts';
import { checkPresentations } from './doctor-presentations.ts';
import { checkSecret } from './doctor-secret.ts';
import { checkSso } from './doctor-sso.ts';

// `npm run doctor`: checks what the product needs from its surroundings and says what to do. Changes nothing but a
// small file that it stores and deletes. Exits with 1 if a check failed; warnings do not count.

/** Checks that need the tables of the product: storage, mail, single sign-on and directories. */
const checkServices = async (config: Config, databaseUrl: string): Promise<DoctorFinding[]> => {
  const platform = await createPlatform(config, databaseUrl, createLog({ logLevel: 'error' }));
  try {
    const storage = await checkStorage(platform.files);
    const mail = await checkMail(platform);
    return [
      storage,
      ...(await checkSecret(platform)),
      ...mail,
      ...(await checkSso(platform)),
      ...(await checkDirectories(platform)),
    ];
  } finally {
    await platform.db.close();
  }
};

/** Runs all checks. `databaseUrl` is undefined if there is no database yet. */
export const runDoctor = async (config: Config, databaseUrl: string | undefined): Promise<DoctorFinding[]> => {
  const outside = [...checkSettings(config), ...(await checkDns(config)), ...(await checkCertificates(config))];
  outside.push(await checkPresentations(config));
  const disk = await checkDisk(config);
  if (databaseUrl === undefined) {
    const text = 'there is no database yet';
    return [
      ...outside,
      disk,
      { check: 'database', state: 'skipped', text, advice: 'start the product: it creates one' },
    ];
  }
  const database = await checkDatabase(databaseUrl);
  const hasTables = database.some(({ check, state }) => check === 'migrations' && state === 'ok');
  return [...outside, disk, ...database, ...(hasTables ? await checkServices(config, databaseUrl) : [])];
};

/** One line for each finding, and below it what to do. */
export const reportOf = (findings: readonly DoctorFinding[]): string =>
  findings
    .flatMap(({ check, state, text, advice }) => [
      `${state.padEnd(8)} ${check.padEnd(14)} ${text}`,
      ...(advice === undefined ? [] : [`${' '.repeat(24)}→ ${advice}`]),
    ])
    .join('\n');

/** Joins the embedded database of a running portal, or starts it for this command. */
const openEmbedded = async (config: Config) => {
  const dataDir = resolve(config.dataDir, 'postgres');
  return existsSync(dataDir) ? startEmbeddedPostgres({ dataDir }) : null;
};

const main = async (): Promise<void> => {
  let config: Config;
  try {
    config = readConfig();
    trustFile(config.caFile);
  } catch (error) {
    console.error(
      `failed   settings       ${(error as Error).message}\n${' '.repeat(24)}→ .env.example explains each variable`,
    );
    process.exitCode = 1;
    return;
  }
  const embedded = config.databaseUrl === undefined ? await openEmbedded(config) : null;
  try {
    const findings = await runDoctor(config, config.databaseUrl ?? embedded?.url);
    console.log(reportOf(findings));
    if (findings.some(({ state }) => state === 'failed')) process.exitCode = 1;
  } finally {
    await embedded?.stop();
  }
};

if (import.meta.main) await main();
