import net from 'node:net';
import { text } from 'node:stream/consumers';

// Sends requests over many connections for some seconds, the next one as soon as the answer is complete. Works on bare
// sockets: a client that needs as much CPU time as a server would hide the differences between servers.

export type HttpLoad = {
  readonly port: number;
  readonly seconds: number;
  readonly connections: number;
  /** Request lines, such as `GET /x`, used in turn. */
  readonly lines: readonly string[];
  readonly headers: readonly string[];
};
export type HttpLoadResult = { readonly answered: number; readonly per_second: number; readonly p99_ms: number };

const order = JSON.parse(await text(process.stdin)) as HttpLoad;
const head = ` HTTP/1.1\r\nHost: 127.0.0.1\r\n${order.headers.map((one) => `${one}\r\n`).join('')}`;
const times: number[] = [];
let next = 0;

const since = performance.now();
const end = since + order.seconds * 1_000;
const connect = (): Promise<void> =>
  new Promise((done, fail) => {
    const socket = net.connect({ host: '127.0.0.1', port: order.port, noDelay: true });
    let [answer, sent] = ['', 0];
    const send = () => {
      [answer, sent] = ['', performance.now()];
      const line = order.lines[next++ % order.lines.length]!;
      socket.write(`${line}${head}${line.startsWith('POST') ? 'Content-Length: 0\r\n' : ''}\r\n`);
    };
    socket.setEncoding('latin1').on('connect', send).on('error', fail);
    socket.on('data', (part) => {
      answer += part.toString();
      const body = answer.indexOf('\r\n\r\n') + 4;
      if (body < 4) return;
      const length = /content-length: (\d+)/i.exec(answer.slice(0, body));
      if (!answer.startsWith('HTTP/1.1 2') || !length) return fail(new Error(`Unexpected: ${answer.slice(0, body)}`));
      if (answer.length < body + Number(length[1])) return;
      times.push(performance.now() - sent);
      if (performance.now() < end) return send();
      socket.destroy();
      done();
    });
  });
await Promise.all(Array.from({ length: order.connections }, connect));
const per_second = (times.length * 1_000) / (performance.now() - since);
const p99_ms = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
console.log(JSON.stringify({ answered: times.length, per_second, p99_ms } satisfies HttpLoadResult));
