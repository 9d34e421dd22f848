import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Root folder of the repository. */
export const root = join(import.meta.dirname, '..');

/** Folders with built, installed or run-time files, which nobody writes by hand. */
const SKIPPED = new Set(['node_modules', '.git', 'dist', 'data', 'test-results', 'playwright-report', 'shots']);

/** Every file of the repository that people write, as paths below its folder with forward slashes. */
export const sourceFiles = (): string[] => {
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (SKIPPED.has(entry.name)) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile() && !entry.name.endsWith('.gen.ts')) found.push(path);
    }
  };
  visit('');
  return found.sort();
};

export const read = (file: string): string => readFileSync(join(root, file), 'utf8');
