import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port that this process listens at, and the variable that sets it. 0 takes any free one. */
export type Port = { readonly variable: string; readonly host: string; readonly port: number };

/** What to tell a person when listening failed: a taken port in words, anything else as it is. */
export const portFailure = ({ variable, port }: Port, error: unknown): unknown =>
  (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    ? new Error(`Port ${port} is taken by another program. Set ${variable} to a free one.`)
    : error;

/**
 * Takes all ports for a moment, together, so that two of our own that are the same are found as well. Throws at the first
 * that cannot be had: before anything is installed, not after it.
 */
export const tryPorts = async (ports: readonly Port[]): Promise<void> => {
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
