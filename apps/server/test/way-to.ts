import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * The way to a database that a test can cut and mend. Connections over a cut way are refused, as by a server that is
 * starting. `deafen` keeps statements going through and loses their answers, until the way is cut.
 */
export const wayTo = async (url: string) => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const answers = new Set<() => void>();
  const server = createServer((from) => {
    const to = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined).on('close', () => other.destroy());
      one.pipe(other);
    }
    answers.add(() => to.unpipe(from).resume());
  });
  const listen = async (port: number) => once(server.listen(port, '127.0.0.1'), 'listening');
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const deafen = () => {
    for (const lose of answers) lose();
  };
  return { url: Object.assign(new URL(url), { port: String(port) }).href, cut, mend: () => listen(port), deafen };
};
