import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import type { SimulationCheck } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { SIMULATION_TEXT_MAX } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { SIMULATION_HEADER } from '../modules/settings/public.ts';
import { checkSimulation } from '../modules/suspicious-mail/public.ts';
import { inSystem, type Database } from '../platform/db.ts';
import { runOnDatabase, type Printed } from './run-on-database.ts';

// `npm run verify-header -- FILE`: tells an incident team whether an email is a simulation of this installation. Exit code 0: it
// is, and its sender is the one of the simulation; 1: it is not; 2: the signature is genuine, but the sender differs or was not
// compared. Reads the same configuration as the product and may run at the same time.

const USAGE = `npm run verify-header -- FILE     an email or its headers; without FILE they are read from standard input`;

/** The email is not a simulation of this installation, or could not be read. */
export class NoSimulation extends Error {}

/** Reads the beginning of a file, or of standard input, which contains the headers. */
const readText = async (source: AsyncIterable<Buffer | string>): Promise<string> => {
  let text = '';
  for await (const part of source) {
    text += typeof part === 'string' ? part : part.toString('utf8');
    if (text.length >= SIMULATION_TEXT_MAX) break;
  }
  return text;
};

const describe = ({ organization, campaign, sent_at, sender, recipient, ...matches }: SimulationCheck): string =>
  [
    matches.sender_matches === true
      ? `This email is a simulation of “${organization!.title}”.`
      : `The signature is one of “${organization!.title}”. Whether this email is the simulation is not proven.`,
    campaign
      ? `  campaign   ${campaign.name}, email “${campaign.email}”`
      : '  campaign   not found: a test email, or the campaign has been deleted',
    ...(sent_at ? [`  sent       ${sent_at}`] : []),
    ...(sender ? [`  sender     ${sender.name} <${sender.address}>`] : []),
    ...(recipient ? [`  recipient  ${recipient.full_name} <${recipient.address}>`] : []),
    ...(matches.sender_matches === false
      ? ['  WARNING    the sender differs: the signature may have been copied into another email']
      : []),
    ...(matches.sender_matches === null
      ? ['  WARNING    the sender was not compared: the signature may have been copied into another email']
      : []),
    ...(matches.recipient_matches === false ? ['  WARNING    the email is addressed to somebody else'] : []),
  ].join('\n');

/** Checks the headers of an email. Returns what to print, with the exit code; throws `NoSimulation` if the email is none. */
export const verifyHeader = async (db: Database, text: string): Promise<Printed> => {
  const check = await inSystem(db, (tx) => checkSimulation(tx, text));
  if (check.verdict === 'missing')
    throw new NoSimulation(`No simulation: the headers ${SIMULATION_HEADER} and Message-ID are missing.`);
  if (check.verdict === 'invalid')
    throw new NoSimulation(
      'No simulation of this installation: the signature does not match. Treat the email as an attack.',
    );
  return { text: describe(check), exitCode: check.sender_matches === true ? 0 : 2 };
};

/** Parses the command line and checks the file it names, or standard input. */
export const runVerifyHeader = async (db: Database, args: readonly string[]): Promise<Printed> => {
  let files: string[];
  try {
    files = parseArgs({ args: [...args], allowPositionals: true }).positionals;
    if (files.length > 1) throw new Error('one file at a time');
  } catch (error) {
    throw new NoSimulation(`${(error as Error).message}\n${USAGE}`);
  }
  const source = files[0] === undefined ? process.stdin : createReadStream(files[0]);
  const text = await readText(source).catch((error: Error) => {
    throw new NoSimulation(`${error.message}\n${USAGE}`);
  });
  return verifyHeader(db, text);
};

if (import.meta.main) await runOnDatabase(runVerifyHeader, NoSimulation);
