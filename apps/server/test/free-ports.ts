import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range of outgoing connections and of the embedded database, so that neither takes a port in the meantime. */
const RANGE = { from: 10_001, to: 14_999 };
const ATTEMPTS = 3;

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await new Promise((closed) => server.close(closed));
  return true;
};

/** Different free ports of this machine; another process may take them later. */
export const freePorts = async (count: number): Promise<number[]> => {
  const found = new Set<number>();
  while (found.size < count) {
    const port = randomInt(RANGE.from, RANGE.to);
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
};

/** Starts a server on free ports, on others if it could not start because a port was taken in the meantime. */
export const onFreePorts = async <T>(count: number, start: (ports: number[]) => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await freePorts(count));
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
};
