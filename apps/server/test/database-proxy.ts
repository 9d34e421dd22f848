import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy to a database that a test can cut and restore. Connections through a cut proxy are rejected, as by a server
 * that is starting. `dropAnswers` forwards statements but drops their answers until the connection is cut;
 * `dropAnswersToCommits` does so from the next commit of each connection.
 */
export const startDatabaseProxy = async (url: string) => {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const answers = new Set<() => void>();
  let untilCommit = false;
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
    const lose = () => to.unpipe(from).resume();
    answers.add(lose);
    from.on('data', (chunk: Buffer) => {
      if (untilCommit && /commit/i.test(chunk.toString('latin1'))) lose();
    });
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
  const dropAnswers = () => {
    for (const lose of answers) lose();
  };
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    cut,
    mend: () => {
      untilCommit = false;
      return listen(port);
    },
    dropAnswers,
    dropAnswersToCommits: () => void (untilCommit = true),
  };
};
