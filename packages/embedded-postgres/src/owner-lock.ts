import { createHash } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type OwnerLock = { release(): Promise<void> };

/**
 * Takes the right to start, watch and stop the database of one data directory; one process of the machine holds it at
 * a time. The lock is a listening local socket, because the system removes it even after kill -9, unlike a lock file.
 * Returns null if another process (or another call in this one) is the owner.
 */
export async function tryOwnerLock(dataDir: string): Promise<OwnerLock | null> {
  const address = lockAddress(dataDir);
  const lock = await listen(address);
  if (lock || process.platform === 'linux' || process.platform === 'win32') return lock;
  // On other systems the socket is a file that a dead owner leaves behind; nothing answers there.
  if (await answers(address)) return null;
  await unlink(address).catch(() => undefined);
  return listen(address);
}

function lockAddress(dataDir: string): string {
  const name = `sergak-postgres-${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function listen(address: string): Promise<OwnerLock | null> {
  const { promise, resolve, reject } = Promise.withResolvers<OwnerLock | null>();
  const server = createServer((socket) => socket.destroy());
  server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
  server.listen({ path: address }, () => {
    server.unref();
    resolve({ release: () => new Promise<void>((done) => void server.close(() => done())) });
  });
  return promise;
}

function answers(address: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ path: address }, () => (socket.destroy(), resolve(true)));
  socket.once('error', () => resolve(false));
  return promise;
}
