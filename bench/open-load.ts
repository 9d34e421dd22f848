import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

// Opens emails whose keys are read from standard input, in a separate process that shares no event loop with the
// server.
//   node bench/open-load.ts <port> <seconds>
const [port, seconds] = process.argv.slice(2).map(Number) as [number, number];
const keys = JSON.parse(await text(process.stdin)) as string[];
let next = 0;
const result = await autocannon({
  url: `http://127.0.0.1:${port}`,
  connections: 100,
  duration: seconds,
  requests: [
    {
      method: 'GET',
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0', accept: 'image/*,*/*' },
      setupRequest: (request) => ({ ...request, path: `/${keys[next++ % keys.length]!}/o.gif` }),
    },
  ],
});
const { requests, latency, non2xx, errors, timeouts } = result;
console.log(JSON.stringify({ per_second: requests.average, p99_ms: latency.p99, failed: non2xx + errors + timeouts }));
