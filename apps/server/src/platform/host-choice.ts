import pg from 'pg';
import { SECOND } from './clock.ts';
import { readAddress, type DatabaseAddress, type Host, type DatabaseTarget } from '../database-address.ts';
import { isAway, reasonOf } from './database-failure.ts';

const PROBE_MS = 5 * SECOND;
/** Connections that are opened together use one choice. */
const KEPT_MS = SECOND;

type State = { readonly standby: boolean; readonly readOnly: boolean };
const suits: Readonly<Record<DatabaseTarget, (state: State) => boolean>> = {
  any: () => true,
  'read-write': ({ readOnly }) => !readOnly,
  'read-only': ({ readOnly }) => readOnly,
  primary: ({ standby }) => !standby,
  standby: ({ standby }) => standby,
  'prefer-standby': ({ standby }) => standby,
};

/** Opens a connection to one of the servers and asks for its state. */
const probe = async ({ rest }: DatabaseAddress, at: Host): Promise<State> => {
  const client = new pg.Client({
    connectionString: rest,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    application_name: 'sergak-probe',
  });
  client.on('error', () => undefined);
  Object.assign(client, at);
  try {
    await client.connect();
    const { rows } = await client.query<State>(
      `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "readOnly"`,
    );
    return rows[0]!;
  } finally {
    void client.end().catch(() => undefined);
  }
};

/** Selects the server for new connections, in the order of the address; the last one that suited is asked first. */
export class HostChoice {
  readonly address: DatabaseAddress;
  #last: Host | undefined;
  #until = 0;
  #searching: Promise<Host> | undefined;

  constructor(address: DatabaseAddress) {
    this.address = address;
  }

  find(): Promise<Host> {
    if (this.#last && performance.now() < this.#until) return Promise.resolve(this.#last);
    return (this.#searching ??= this.#search().finally(() => (this.#searching = undefined)));
  }

  /** The server failed or does not take writes any more: the next connection asks again. */
  forget(): void {
    this.#until = 0;
  }

  async #search(): Promise<Host> {
    const { hosts, target } = this.address;
    const ordered = this.#last ? [this.#last, ...hosts.filter((one) => one !== this.#last)] : hosts;
    const reasons: string[] = [];
    let other: Host | undefined;
    for (const one of ordered) {
      try {
        const state = await probe(this.address, one);
        if (suits[target](state)) return this.#keep(one);
        other ??= one;
        reasons.push(`${one.host}:${one.port} is not ${target}`);
      } catch (error) {
        if (!isAway(error)) throw error; // a wrong password is wrong on every server
        reasons.push(`${one.host}:${one.port}: ${reasonOf(error)}`);
      }
    }
    if (target === 'prefer-standby' && other) return this.#keep(other);
    throw Object.assign(new Error(`no server can be used (${reasons.join('; ')})`), { code: 'EHOSTUNREACH' });
  }

  #keep(host: Host): Host {
    this.#last = host;
    this.#until = performance.now() + KEPT_MS;
    return host;
  }
}

const choices = new Map<string, HostChoice>();
/** The choice that all connections of this process to an address share; null if the driver needs none. */
export const choiceFor = (url: string): HostChoice | null => {
  const cached = choices.get(url);
  if (cached) return cached;
  const address = readAddress(url);
  if (!address) return null;
  const choice = new HostChoice(address);
  choices.set(url, choice);
  return choice;
};
