import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stored = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

/** Writes the files, path below the repository → text. Equal files stay untouched, so that no watching program restarts. */
export const writeGenerated = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    const file = join(import.meta.dirname, '..', path);
    if (stored(file) !== text) writeFileSync(file, text);
  }
};
