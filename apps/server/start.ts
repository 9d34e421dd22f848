import { fileURLToPath } from 'node:url';
import { main } from './src/app/main.ts';

// The entry of the product: the server, and the demo organisation for those who try it. `src/app/main.ts` alone starts the
// same server without demo data.
await main(fileURLToPath(new URL('seeds/demo-process.ts', import.meta.url)));
