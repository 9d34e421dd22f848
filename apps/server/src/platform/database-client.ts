import pg from 'pg';
import { markLost } from './database-failure.ts';
import { choiceFor, type HostChoice } from './host-choice.ts';

type Config = pg.ClientConfig & { readonly connectionString: string };
/** SQLSTATE of a write on a server that is read-only, for example after a failover. */
const READ_ONLY = '25006';

/**
 * A connection to `DATABASE_URL`, which may name several servers: the server is selected when the connection is opened. Marks
 * the errors of the connection, so that the log recognises them.
 */
export class DatabaseClient extends pg.Client {
  readonly #choice: HostChoice | null;
  #outdated = false;

  constructor(config: Config) {
    const choice = choiceFor(config.connectionString);
    super(choice ? { ...config, connectionString: choice.address.rest } : config);
    this.#choice = choice;
    this.on('error', markLost);
    if (choice) this.#watchWrites(choice);
  }

  /** The server became read-only while this connection was open: the pool must not use the connection again. */
  get isOutdated(): boolean {
    return this.#outdated;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
    const opened = this.#open();
    if (!callback) return opened;
    opened.then(() => callback(null as unknown as Error), callback);
  }

  async #open(): Promise<pg.Client> {
    try {
      if (this.#choice) Object.assign(this, await this.#choice.find());
      if (this.connection.stream.destroyed) throw new Error('timeout expired'); // the pool has given this connection up
      return await super.connect();
    } catch (error) {
      this.#choice?.forget();
      markLost(error);
      throw error;
    }
  }

  #watchWrites(choice: HostChoice): void {
    const send = this.query.bind(this) as (...all: unknown[]) => unknown;
    const query = (...all: unknown[]) => {
      const sent = send(...all);
      if (sent instanceof Promise)
        sent.catch((error: { code?: unknown }) => {
          if (error.code !== READ_ONLY) return;
          this.#outdated = true;
          choice.forget();
        });
      return sent;
    };
    this.query = query as typeof this.query;
  }
}

/** {@link DatabaseClient} for a pool, whose types leave out the arguments of the constructor. */
export const ClientOfPool = DatabaseClient as unknown as pg.PoolConfig['Client'];
