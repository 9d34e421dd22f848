import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// The baseline of bench/tracking.ts: Node's own HTTP server with answers of the same sizes, without storage.
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const page = Buffer.from(`<!DOCTYPE html><html><body>${'x'.repeat(Number(process.argv[2] ?? 400))}</body></html>`);
const json = Buffer.from(JSON.stringify({ to: `http://127.0.0.1:4100/lk/phishing/gotcha?c=${'A'.repeat(22)}` }));
const head = (type: string, body: Buffer) => ['Content-Type', type, 'Content-Length', String(body.length)];

const server = createServer((request, response) => {
  if (request.method === 'POST') response.writeHead(200, head('application/json', json)).end(json);
  else if (request.url!.endsWith('.gif')) response.writeHead(200, head('image/gif', PIXEL)).end(PIXEL);
  else response.writeHead(200, head('text/html', page)).end(page);
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));
