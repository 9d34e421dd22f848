import { newestFirst } from './releases.ts';

/** Only the names of the files: the frame of every page asks, and the texts load with the page. */
const files = import.meta.glob('../../../../../content/change-log/*.json');

export const newestRelease: string | undefined = newestFirst(
  Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, '')),
)[0];
