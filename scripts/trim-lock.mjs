// Run after every `npm install` that changes the lockfile: removes the names of optional packages that the registry
// did not have, so that `npm ci` accepts the lockfile.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { undescribedOptionals } from './lockfile.mjs';
import { root } from './run.mjs';

const file = process.argv[2] ?? join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const trimmed = undescribedOptionals(lock);

for (const { path, name } of trimmed) {
  const entry = lock.packages[path];
  delete entry.optionalDependencies[name];
  if (Object.keys(entry.optionalDependencies).length === 0) delete entry.optionalDependencies;
}
if (trimmed.length) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${trimmed.length} names of missing optional packages taken out of the lockfile`);
