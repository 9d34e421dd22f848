import { readFileSync } from 'node:fs';

const manifest = JSON.parse(
  readFileSync(new URL('../../apps/web/dist/.vite/manifest.json', import.meta.url), 'utf8'),
) as Record<string, { readonly file: string }>;

/** The address of the built file of a lazily loaded module, as a pattern for requests: `features/…/name.tsx`. */
export const builtFile = (module: string): string => {
  const chunk = manifest[`src/${module}`];
  if (!chunk) throw new Error(`${module} has no file of its own in the build`);
  return `**/lk/${chunk.file}`;
};
