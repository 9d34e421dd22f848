import { fileURLToPath } from 'node:url';
import { main } from '../src/app/main.ts';

/** The last fifteen weeks of the demo with everything that the whole year has, in a fraction of the time. */
export const SMALL = { weeks: 15, perDepartment: 4 };

// The product with a small demo organisation, for tests that do not depend on its size.
if (import.meta.main) await main(fileURLToPath(new URL('small-demo-process.ts', import.meta.url)));
