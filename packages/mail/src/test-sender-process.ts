import { openSync, readFileSync, writeSync } from 'node:fs';
import { startPool } from './pool.ts';

/**
 * A sender for the kill test: node test-sender-process.ts <port> <journal> <emails>. The journal replaces the
 * database: an email is taken only if the journal has no entry for it except «not_sent», and «handing» is written
 * before its first byte. An email that a killed sender left at «handing» is unknown and stays so.
 */
const [port, journal, emails] = process.argv.slice(2) as [string, string, string];
const file = openSync(journal, 'a+');
const last = new Map<string, string>();
for (const line of readFileSync(journal, 'utf8').split('\n')) {
  const [id, state] = line.split('\t');
  if (id && state) last.set(id, state);
}
const open = Array.from({ length: Number(emails) }, (_, i) => String(i)).filter((id) =>
  ['not_sent', 'rejected', undefined].includes(last.get(id)),
);
const note = (id: string, state: string) => void writeSync(file, `${id}\t${state}\n`);

await startPool(
  { host: '127.0.0.1', port: Number(port), security: 'none', timeouts: { bodyMs: 2_000 } },
  {
    next: async () => {
      const id = open.shift();
      if (id === undefined) return null;
      return {
        envelope: { from: 'portal@acme.test', to: `p${id}@acme.test` },
        message: `Message-ID: <${id}@acme.test>\r\n\r\n${'x'.repeat(500)}\r\n`,
        onDataGo: () => note(id, 'handing'),
        done: ({ kind }) => note(id, kind),
      };
    },
  },
).finished;
