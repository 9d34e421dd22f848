import { once } from 'node:events';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { generate } from 'selfsigned';

/** An authority that nobody else trusts, and a certificate for `localhost` that it has signed. */
export const makeAuthority = async () => {
  const authority = await generate([{ name: 'commonName', value: 'Own authority' }], {
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
      { name: 'extKeyUsage', serverAuth: true },
    ],
  });
  return { ca: authority.cert, key: server.private, cert: server.cert };
};
export type Authority = Awaited<ReturnType<typeof makeAuthority>>;

const listen = async (server: Server): Promise<{ port: number; stop: () => void }> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() };
};

/** A TLS server that sends one line after the handshake, as mail servers do, and no further answer. */
export const startTlsServer = ({ key, cert }: Authority, line: string) =>
  listen(
    createTls({ key, cert }, (socket) => {
      socket.on('error', () => {});
      socket.end(line);
    }),
  );

/** An HTTPS server that answers every path with this JSON. */
export const startHttpsServer = ({ key, cert }: Authority, answer: (port: number) => object) => {
  const server = createHttps({ key, cert }, (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer((server.address() as AddressInfo).port)));
  });
  return listen(server);
};
