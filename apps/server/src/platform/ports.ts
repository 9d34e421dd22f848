import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that this process listens on, and the variable that sets it. 0 selects any free port. */
export type Port = { readonly variable: string; readonly host: string; readonly port: number };

/** The error shown when listening failed: advice if the port is taken, else the error itself. */
export const portFailure = ({ variable, port }: Port, error: unknown): unknown =>
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    ? new Error(`Port ${port} is taken by another program. Set ${variable} to a free one.`)
    : error;

/**
 * Opens all ports briefly, at the same time, so that equal ports of our own are found as well. Throws on the first
 * port that is not available, before anything is installed.
 */
export const assertPortsFree = async (ports: readonly Port[]): Promise<void> => {
  const held = [];
  try {
    for (const one of ports.filter(({ port }) => port !== 0)) {
      const server = createServer().listen(one.port, one.host);
      held.push(server);
      await once(server, 'listening').catch((error: unknown) => {
        throw portFailure(one, error);
      });
    }
  } finally {
    await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))));
  }
};
