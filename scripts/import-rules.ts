/**
 * Checks the import rules (docs/architecture.md): reads every import of the sources, including type imports, and
 * reports violations and circles. The rules know only kinds of files, so a new module is covered at once. `node
 * scripts/import-rules.ts [folder]`
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

export type Import = {
  readonly from: string;
  readonly to: string;
  readonly line: number;
  readonly typeOnly: boolean;
  readonly lazy: boolean;
};
export type Finding = { readonly rule: string; readonly from: string; readonly line: number; readonly text: string };

const SOURCES = [
  'packages/*/src/**/*.ts',
  'apps/*/src/**/*.{ts,tsx}',
  'apps/*/seeds/**/*.ts',
  'apps/*/test/**/*.ts',
  'apps/server/*.ts',
];
const PACKAGES = 'packages/';
const CONTRACT = `${PACKAGES}contract/src/`;
const MODULES = 'apps/server/src/modules/';
const PLATFORM = 'apps/server/src/platform/';
const APP = 'apps/server/src/app/';
const SEEDS = 'apps/server/seeds/';
const FEATURES = 'apps/web/src/features/';

/** Resolves a specifier to a path of the repository or the name of a package. */
const resolveFrom = (file: string, specifier: string): string => {
  if (specifier.startsWith('.'))
    return posix.normalize(posix.join(posix.dirname(file), specifier.replace(/\?.*$/, '')));
  const [, workspace, path] = /^@sergak\/([\w-]+)\/(.+)$/.exec(specifier) ?? [];
  if (workspace && path) return `${PACKAGES}${workspace}/src/${path}`;
  return specifier.startsWith('@')
    ? specifier.split('/').slice(0, 2).join('/')
    : specifier.startsWith('node:')
      ? specifier
      : specifier.split('/')[0]!;
};

/** Every import and re-export of one file. */
const importsOf = (file: string, text: string): Import[] => {
  const { module, errors } = parseSync(file, text);
  const fatal = errors.find((error) => error.severity === 'Error');
  if (fatal) throw new Error(`${file} cannot be read: ${fatal.message}`);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const found: Import[] = [];
  const add = (specifier: string, start: number, typeOnly: boolean, lazy = false) =>
    found.push({ from: file, to: resolveFrom(file, specifier), line: lineAt(start), typeOnly, lazy });
  for (const one of module.staticImports)
    add(one.moduleRequest.value, one.start, one.entries.length > 0 && one.entries.every((entry) => entry.isType));
  for (const one of module.staticExports)
    for (const entry of one.entries) if (entry.moduleRequest) add(entry.moduleRequest.value, one.start, entry.isType);
  for (const one of module.dynamicImports) {
    const written = /^['"`]([^'"`$]+)['"`]$/.exec(text.slice(one.moduleRequest.start, one.moduleRequest.end));
    if (written) add(written[1]!, one.start, false, true);
  }
  return found;
};

const nameIn = (folder: string, file: string): string | null =>
  file.startsWith(folder) ? file.slice(folder.length).split('/')[0]! : null;
const moduleOf = (file: string) => nameIn(MODULES, file);
const featureOf = (file: string) => nameIn(FEATURES, file);
const packageOf = (file: string) => nameIn(PACKAGES, file);
const isTest = (file: string) =>
  /\.(test|fixture|bench)\.tsx?$|\/(test|test-[\w-]+|testing|bench)(\.tsx?$|\/)/.test(file);
const isSource = (to: string) => to.includes('/') && !to.startsWith('@') && !to.startsWith('node:');
/** The composition: code that starts the server and combines the modules. */
const isComposition = (file: string) => file.startsWith(APP);
/** What a module adds to the server. */
const isManifest = (file: string) => /^apps\/server\/src\/modules\/[\w-]+\/module\.ts$/.test(file);
/** Tables of names and types for the whole server: config, jobs, database errors. */
const isDeclaration = (file: string) => /^apps\/server\/src\/[\w-]+\.ts$/.test(file);
const isPublic = (file: string) => /\/public\.tsx?$/.test(file);
const isRole = (file: string, role: string) => moduleOf(file) !== null && new RegExp(`(\\.|/)${role}\\.ts$`).test(file);
const speaksSql = (file: string) => isRole(file, 'repo') || isRole(file, 'query');

type Rule = {
  readonly name: string;
  readonly why: string;
  /** The rule also applies to tests, which may otherwise import anything. */
  readonly inTests?: boolean;
  breaks(i: Import): boolean;
};

/** The rules, each with its condition and its message. Tests may import anything. */
export const rules: readonly Rule[] = [
  {
    name: 'contract-knows-nobody',
    why: 'the contract imports itself and zod, nothing else',
    breaks: (i) => i.from.startsWith(CONTRACT) && !i.to.startsWith(CONTRACT) && i.to !== 'zod',
  },
  {
    name: 'packages-stand-alone',
    why: 'a package imports itself and libraries, no other workspace',
    inTests: true,
    breaks: (i) =>
      packageOf(i.from) !== null &&
      packageOf(i.from) !== packageOf(i.to) &&
      (isSource(i.to) || i.to.startsWith('@sergak/')),
  },
  {
    name: 'server-and-web-apart',
    why: 'server and web meet in the contract only',
    breaks: (i) =>
      (i.from.startsWith('apps/web/') && packageOf(i.to) !== null && !i.to.startsWith(CONTRACT)) ||
      (i.from.startsWith('apps/server/') && i.to.startsWith('apps/web/')) ||
      (i.from.startsWith('apps/web/') && i.to.startsWith('apps/server/')),
  },
  {
    name: 'web-one-way',
    why: 'app → features → shared → contract, never back',
    breaks: (i) =>
      (i.from.startsWith('apps/web/src/shared/') && /^apps\/web\/src\/(app|features)\//.test(i.to)) ||
      (i.from.startsWith(FEATURES) && i.to.startsWith('apps/web/src/app/')),
  },
  {
    name: 'feature-by-public',
    why: 'another feature is reached through its public.ts only',
    breaks: (i) =>
      featureOf(i.from) !== null &&
      featureOf(i.to) !== null &&
      featureOf(i.from) !== featureOf(i.to) &&
      !isPublic(i.to),
  },
  {
    name: 'module-by-public',
    why: 'another module is reached through its public.ts only',
    breaks: (i) =>
      moduleOf(i.to) !== null && moduleOf(i.from) !== moduleOf(i.to) && !isComposition(i.from) && !isPublic(i.to),
  },
  {
    name: 'composition-takes-manifests',
    why: 'the composition takes module.ts and public.ts of a module',
    breaks: (i) => isComposition(i.from) && moduleOf(i.to) !== null && !isManifest(i.to) && !isPublic(i.to),
  },
  {
    name: 'manifest-for-composition',
    why: 'only the composition reads the manifest of a module',
    breaks: (i) => isManifest(i.to) && !isComposition(i.from),
  },
  {
    name: 'declarations-import-nothing',
    why: 'the tables beside the folders of the server know neither modules, platform nor composition',
    breaks: (i) =>
      isDeclaration(i.from) && (moduleOf(i.to) !== null || i.to.startsWith(PLATFORM) || isComposition(i.to)),
  },
  {
    name: 'no-seeds-in-production',
    why: 'demo data is never imported by the product: the entry start.ts passes it in',
    breaks: (i) => i.from.startsWith('apps/server/src/') && i.to.startsWith(SEEDS),
  },
  {
    name: 'nobody-imports-composition',
    why: 'the composition stands above: modules and platform do not know it',
    breaks: (i) => (i.from.startsWith(MODULES) || i.from.startsWith(PLATFORM)) && isComposition(i.to),
  },
  {
    name: 'platform-knows-no-module',
    why: 'the platform knows no domain',
    breaks: (i) => i.from.startsWith(PLATFORM) && i.to.startsWith(MODULES),
  },
  {
    name: 'http-in-routes-only',
    why: 'only *.routes, the composition, the type of a manifest and the seeds (which call endpoints) know platform/http',
    breaks: (i) =>
      i.to.startsWith(`${PLATFORM}http/`) &&
      i.from.startsWith('apps/server/') &&
      !i.from.startsWith(`${PLATFORM}http/`) &&
      !isRole(i.from, 'routes') &&
      !isComposition(i.from) &&
      i.from !== `${PLATFORM}module.ts` &&
      !i.from.startsWith(SEEDS),
  },
  {
    name: 'routes-only-bind',
    why: '*.routes know their service and query, never SQL',
    breaks: (i) =>
      isRole(i.from, 'routes') &&
      (isRole(i.to, 'repo') || ['kysely', 'pg'].includes(i.to) || (i.to === `${PLATFORM}db.ts` && !i.typeOnly)),
  },
  {
    name: 'sql-in-repo-and-query',
    why: 'only *.repo and *.query speak SQL',
    breaks: (i) => moduleOf(i.from) !== null && ['kysely', 'pg'].includes(i.to) && !speaksSql(i.from),
  },
  {
    name: 'repo-looks-down',
    why: 'a repo or query knows neither service, jobs, routes nor HTTP; a repo no other module but the directory',
    breaks: (i) =>
      speaksSql(i.from) &&
      (['service', 'jobs', 'routes'].some((role) => isRole(i.to, role)) ||
        i.to === 'fastify' ||
        (isRole(i.from, 'repo') &&
          moduleOf(i.to) !== null &&
          moduleOf(i.to) !== moduleOf(i.from) &&
          moduleOf(i.to) !== 'directory')),
  },
  {
    name: 'service-knows-no-way-in',
    why: 'a service knows neither routes nor job handlers nor HTTP',
    breaks: (i) =>
      moduleOf(i.from) !== null &&
      !isRole(i.from, 'routes') &&
      ((isRole(i.to, 'routes') && !isManifest(i.from)) || i.to === 'fastify'),
  },
];

/** Circles of files (or of modules), without duplicates, each as a path. */
const circlesOf = (edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] => {
  const state = new Map<string, 'open' | 'done'>();
  const way: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): void => {
    if (state.get(node) === 'done') return;
    if (state.get(node) === 'open') {
      circles.push([...way.slice(way.indexOf(node)), node]);
      return;
    }
    state.set(node, 'open');
    way.push(node);
    for (const next of edges.get(node) ?? []) visit(next);
    way.pop();
    state.set(node, 'done');
  };
  for (const node of edges.keys()) visit(node);
  return circles;
};

/** Between files a lazy import may lead back (a router and its screens); between parts of the tree it may not. */
const graphOf = (
  imports: readonly Import[],
  nodeOf: (file: string) => string | null,
  lazily = true,
): Map<string, Set<string>> => {
  const graph = new Map<string, Set<string>>();
  for (const i of imports) {
    const [from, to] = [nodeOf(i.from), nodeOf(i.to)];
    if (from === null || to === null || from === to || (i.lazy && !lazily)) continue;
    graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }
  return graph;
};

/** Reads the sources below `root` and returns every violation of a rule. */
export const checkImports = (root: string): { files: number; imports: number; findings: Finding[] } => {
  const files = globSync(SOURCES, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/node_modules|\/dist\//.test(file))
    .sort();
  const all = files.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')));
  const findings: Finding[] = [];
  for (const i of all) {
    if (isSource(i.to) && !existsSync(join(root, i.to)))
      findings.push({ rule: 'is-there', from: i.from, line: i.line, text: `${i.to} is not there` });
    for (const rule of rules)
      if ((rule.inTests || !isTest(i.from)) && rule.breaks(i))
        findings.push({ rule: rule.name, from: i.from, line: i.line, text: `${i.to}: ${rule.why}` });
  }
  const product = all.filter((i) => !isTest(i.from));
  for (const circle of circlesOf(
    graphOf(product, (file) => (isSource(file) && /\.tsx?$/.test(file) ? file : null), false),
  ))
    findings.push({ rule: 'no-circles', from: circle[0]!, line: 1, text: `a circle: ${circle.join(' → ')}` });
  const parts = [
    ['modules', moduleOf],
    ['features', featureOf],
  ] as const;
  for (const [of, nodeOf] of parts)
    for (const circle of circlesOf(graphOf(product, nodeOf)))
      findings.push({
        rule: 'no-circles',
        from: circle[0]!,
        line: 1,
        text: `a circle of ${of}: ${circle.join(' → ')}`,
      });
  return { files: files.length, imports: all.length, findings };
};

if (import.meta.main) {
  const root = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..');
  const { files, imports, findings } = checkImports(root);
  for (const { rule, from, line, text } of findings) console.error(`${from}:${line}  ${text}  [${rule}]`);
  if (files < 50 && !process.argv[2]) throw new Error(`only ${files} files were read: the patterns find nothing`);
  if (findings.length > 0) process.exit(1);
  console.log(`Import rules: ${files} files, ${imports} imports, ${rules.length} rules, no circles`);
}
