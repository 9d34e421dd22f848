// Rejects a lockfile with packages older than their last security fix, forbidden licences, version ranges, fixed
// addresses, or optional packages that would make `npm ci` fail.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { undescribedOptionals } from './lockfile.mjs';
import { root } from './run.mjs';

const MINIMUM = {
  nodemailer: '10.1.4',
  '@node-saml/node-saml': '5.1.0',
  'xml-crypto': '6.0.1',
  // One minimum for each maintained line (decision 0268).
  '@xmldom/xmldom': { 0.8: '0.8.15', 0.9: '0.9.12' },
  'fast-xml-parser': '5.10.1',
  '@fastify/busboy': '3.2.6',
  fastify: '5.12.1',
  'pdfjs-dist': '4.2.67',
  sharp: '0.35.3',
  dompurify: '3.4.17',
  'i18next-http-backend': '4.0.3',
};
/** Packages whose licence is in a file but not in their manifest. */
const LICENCES = { 'png-js': 'MIT' };
/** Linked dynamically and shipped as a separate library, which the LGPL allows. */
const LGPL_ACCEPTED = /^@img\/sharp-/;
const EXACT = /^(\d+\.\d+\.\d+(-[\w.]+)?|npm:.+@\d+\.\d+\.\d+(-[\w.]+)?)$/;

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const lock = readJson('package-lock.json');
const errors = [];
const warnings = [];

for (const [path, entry] of Object.entries(lock.packages)) {
  const name = entry.name ?? path.split('node_modules/').at(-1);
  if (!path.includes('node_modules/') || entry.link) {
    if (!entry.link) checkRanges(join(path, 'package.json'));
    continue;
  }
  const known = MINIMUM[name];
  const minimum = typeof known === 'object' ? (known[entry.version.split('.', 2).join('.')] ?? known['0.9']) : known;
  if (minimum && isOlder(entry.version, minimum))
    errors.push(`${path} is ${entry.version}, at least ${minimum} is needed`);
  if (/^https?:/.test(entry.resolved ?? '')) errors.push(`${path} names an address in the lockfile: ${entry.resolved}`);
  checkLicence(name, entry.license ?? LICENCES[name] ?? '');
}

for (const { path, name } of undescribedOptionals(lock)) {
  errors.push(`${path} names ${name}, which the lockfile does not describe: run node scripts/trim-lock.mjs`);
}

function checkRanges(file) {
  const manifest = readJson(file);
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
      if (!EXACT.test(version)) errors.push(`${file}: ${name} is «${version}», an exact version is needed`);
    }
  }
}

/** In «A OR B» the milder licence may be chosen; licences joined by AND all apply. */
function checkLicence(name, licence) {
  const choices = licence.replace(/[()]/g, '').split(/\s+OR\s+/);
  if (choices.every((choice) => /(^|[^L])GPL/.test(choice))) errors.push(`${name}: licence ${licence}`);
  else if (choices.every((choice) => /LGPL/.test(choice)) && !LGPL_ACCEPTED.test(name))
    warnings.push(`${name}: licence ${licence}`);
  else if (!licence) warnings.push(`${name}: the lockfile names no licence`);
}

/** Compares by semver: a pre-release is older than its release. */
function isOlder(version, minimum) {
  const [numbers, preRelease] = version.split(/-(.*)/s);
  const [have, need] = [numbers, minimum].map((text) => text.split('.').map(Number));
  const first = have.findIndex((number, index) => number !== need[index]);
  return first === -1 ? Boolean(preRelease) : have[first] < need[first];
}

for (const warning of warnings) console.warn(`warning: ${warning}`);
for (const error of errors) console.error(`error: ${error}`);
if (errors.length) process.exit(1);
console.log(`Dependencies: ${Object.keys(lock.packages).length} checked, versions and licences are in order`);
