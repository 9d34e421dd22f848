import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@sergak/contract/endpoints.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { handlers, routes } from './app/composition.ts';
import { modules } from './app/modules.ts';
import { jobs } from './job-table.ts';

// Rules of the architecture that no import shows (docs/architecture.md): which module writes a table, where code may
// use the environment, the clock, the network and SQL, and that everything declared is also bound.

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
type Source = { readonly file: string; readonly text: string };

/** Source files without tests, and SQL functions. Comments are removed so that they are not matched as code. */
const sourcesOf = (folder: string): Source[] => [...codeOf(folder), ...functionsOf(folder)];
/** SQL functions, each as a file of the module that its first line names. */
const functionsOf = (folder: string): Source[] =>
  globSync('apps/server/functions/*.sql', { cwd: folder }).map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const module = /^-- Module ([\w-]+)\./.exec(text)?.[1];
    return { file: `apps/server/src/modules/${module}/${file.replaceAll('\\', '/')}`, text: text.replace(/--.*/g, '') };
  });
const codeOf = (folder: string): Source[] =>
  globSync(
    ['apps/server/{src,seeds}/**/*.ts', 'apps/server/*.ts', 'apps/web/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'],
    { cwd: folder },
  )
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(test|fixture|bench)\.tsx?$|\/(test-[\w-]+|testing|bench)\.tsx?$/.test(file))
    .sort()
    .map((file) => ({ file, text: withoutComments(readFileSync(join(folder, file), 'utf8')) }));
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;{}(,])\/\/[^\n]*/g, '$1');

const ownerOf = (file: string): string | null =>
  /^apps\/server\/src\/(?:modules\/([\w-]+)|(platform|app))\//.exec(file)?.slice(1).find(Boolean) ?? null;
const WRITES =
  /(?:\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)|\b(?:insert into|delete from|truncate|merge into)\s+(\w+)|\bupdate\s+(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b)/gi;

/** The parts of the server that write each table. */
const writersOf = (sources: readonly Source[]): Map<string, Set<string>> => {
  const writers = new Map<string, Set<string>>();
  for (const { file, text } of sources) {
    const owner = ownerOf(file);
    if (!owner) continue;
    for (const match of text.matchAll(WRITES)) {
      const table = (match[1] ?? match[2] ?? match[3])!.toLowerCase();
      writers.set(table, (writers.get(table) ?? new Set()).add(owner));
    }
  }
  return writers;
};

/** Tables that a second part writes too, with the reason. The first part is the owner. */
const secondWriters: Readonly<Record<string, string>> = {
  'employees by session': 'password, consent, language, picture and a confirmed address are the person’s own',
  'employees by departments': 'people of a removed department move to the default one, in the same statement',
  'employees by statistics': 'the figures it computed, kept beside the person so that lists can sort by them',
  'audit_log by audit': 'lines older than three years are deleted from the beginning of the chain',
  'campaign_recipients by tracking': 'an email and its result are one row, whose columns have one writer each (below)',
};

/** Columns that a second module writes in rows of `delivery`; it writes no others, and `delivery` writes none of them. */
const resultColumns = ['result', 'os', 'opened_at', 'clicked_at', 'attachment_opened_at', 'entered_at', 'reported_at'];
const SETS =
  /\bupdate campaign_recipients(?: r)? set ([^`]*?)(?=\bfrom\b|\bwhere\b|`)|\.updateTable\('campaign_recipients'\)\s*\.set\(\{([^}]*)\}/g;
const foreignColumns = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ file, text }) => {
    const owner = ownerOf(file);
    const columns = [...text.matchAll(SETS)].flatMap(([, list, object]) =>
      [
        ...(list ?? object!).matchAll(list === undefined ? /(?:^|,)\s*(\w+)(?=\s*[:,]|\s*$)/g : /(?:^|,)\s*(\w+)\s*=/g),
      ].map((match) => match[1]!),
    );
    return columns
      .filter((column) => owner && resultColumns.includes(column) !== (owner === 'tracking'))
      .map((column) => `${file} writes ${column}`);
  });

const sharedTables = (sources: readonly Source[]): string[] =>
  [...writersOf(sources)].flatMap(([table, owners]) => {
    const further = [...owners].filter((owner) => !(`${table} by ${owner}` in secondWriters));
    return further.length > 1 ? [`${table}: ${further.sort().join(', ')}`] : [];
  });

/** Queries that cross organisations on purpose, inside inSystem, and therefore must filter by organisation. */
const crossing =
  /\/(organizations\/removal|settings\/mail-settings|settings\/mailbox)\.repo\.ts$|\/session\/(sso\.query|features\.repo)\.ts$|\/delivery\/due\.query\.ts$/;

type Place = { readonly what: string; readonly pattern: RegExp; readonly where: RegExp; readonly only: RegExp };
/** Code allowed in few places only: of the files of `where`, only those of `only` may contain `pattern`. */
const places: readonly Place[] = [
  { what: 'the environment', pattern: /\bprocess\.env\b/, where: /./, only: /^apps\/server\/src\/config\.ts$/ },
  {
    what: 'the current time',
    pattern: /\bDate\.now\(|\bnew Date\(\s*\)/,
    where: /^(apps\/server|packages)\//,
    only: /^apps\/server\/src\/platform\/clock\.ts$|^packages\/embedded-postgres\//,
  },
  {
    what: 'randomness',
    pattern: /\bMath\.random\b/,
    where: /^(apps\/server|packages)\//,
    only: /^$/,
  },
  // The script inside a landing page calls its own origin; to the server it is text.
  {
    what: 'fetch',
    pattern: /(?<![.\w])fetch\(|\bXMLHttpRequest\b|\bsendBeacon\(|\bnew (WebSocket|EventSource)\(/,
    where: /./,
    only: /^apps\/web\/src\/shared\/(api|request|commit-transport|live|ui\/testing-page)\.tsx?$|\/tracking\/snippet\.ts$/,
  },
  {
    what: 'SQL',
    pattern:
      /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|selectNoFrom)\(|\bsql(<[^`]*>)?`|\.query(<[^(]*>)?\(\s*['"`]\s*(select|insert|update|delete|with|lock|set|begin)\b/i,
    where: /^apps\/server\//,
    only: /\.(repo|query)\.ts$|\.sql$|^apps\/server\/(src\/(platform|cli)\/|seeds\/)/,
  },
  {
    what: 'the network',
    pattern: /from 'node:(dns|tls|https?|dgram)(\/promises)?'|\b(diagnose|sendOnce|createConnection)\(/,
    where: /^apps\/server\/src\/modules\//,
    only: /\/(organizations\/domain-lookup|settings\/(mail-test\.service|outbox\.jobs)|tracking\/listener|suspicious-mail\/(mailbox-client|report-address\.service)|ldap\/(directory-client|directories\.service))\.ts$/,
  },
  // Connections to addresses entered by people use the guard of `packages/mail/src/session.ts`. The doctor looks at
  // the certificates of the addresses in the configuration.
  {
    what: 'an outgoing connection',
    pattern:
      /\b(net|tls|https?)\.(connect|createConnection|request|get)\(|new (net\.)?Socket\(|from '(undici|nodemailer)'/,
    where: /^(apps\/server|packages\/[\w-]+)\/src\//,
    only: /^packages\/mail\/src\/(session|wire)\.ts$|^apps\/server\/src\/cli\/doctor-checks\.ts$/,
  },
  {
    what: 'decoding of pictures in the threads of the server',
    pattern: /from 'sharp'/,
    where: /^apps\/server\/src\//,
    only: /\/files\/picture-process\.ts$|\/library\/(presentations\/deck-process|starter-files)\.ts$/,
  },
  {
    what: 'the console',
    pattern: /\bconsole\.\w+\(/,
    where: /^(apps\/server|packages\/[\w-]+)\/src\//,
    only: /^apps\/server\/src\/(app\/(main|welcome)|cli\/[\w-]+)\.ts$|^packages\/mail\/src\/sink-process\.ts$/,
  },
  // Signed links name the phishing origin, and TLS has certificates.
  {
    what: 'words of the product in the platform',
    pattern:
      /\b(campaigns?|courses?|departments?|assignments?|phishing|mailbox|certificates?|employees?|simulations?|anonymous)\b/i,
    where: /^apps\/server\/src\/platform\//,
    only: /\/platform\/(context|platform|authorities|diagnosis|http\/security-events)\.ts$/,
  },
  {
    what: 'the tenant of a row',
    pattern: /where\(\s*['"`](\w+\.)?organization_id['"`]/,
    where: /^apps\/server\/src\/modules\//,
    only: crossing,
  },
];

const misplaced = (sources: readonly Source[]): string[] =>
  places.flatMap(({ what, pattern, where, only }) =>
    sources
      .filter(({ file, text }) => where.test(file) && !only.test(file) && pattern.test(text))
      .map(({ file, text }) => `${file}:${text.slice(0, pattern.exec(text)!.index).split('\n').length} ${what}`),
  );

const sources = sourcesOf(root);

describe('tables', () => {
  it('are written by one module each', () => expect(sharedTables(sources)).toEqual([]));

  it('have rows whose columns are written by one module each', () => expect(foreignColumns(sources)).toEqual([]));

  it('are written by a repo: a query only reads', () => {
    expect(
      sources.filter(({ file, text }) => /\.query\.ts$/.test(file) && text.match(WRITES)).map(({ file }) => file),
    ).toEqual([]);
  });

  /** Files in which one statement writes several of the module's own tables by name. */
  const byName = ['apps/server/src/modules/library/library.repo.ts'];
  it('are named literally in the statement: no name made at run time', () => {
    const made = sources.filter(
      ({ file, text }) => ownerOf(file) && /\.(insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'"`\s]/.test(text),
    );
    expect(made.map(({ file }) => file).filter((file) => !byName.includes(file))).toEqual([]);
  });

  it('have no exception that is no longer needed', () => {
    const writers = writersOf(sources);
    for (const exception of Object.keys(secondWriters)) {
      const [table, owner] = exception.split(' by ') as [string, string];
      expect([exception, writers.get(table)?.has(owner) ?? false, (writers.get(table)?.size ?? 0) > 1]).toEqual([
        exception,
        true,
        true,
      ]);
    }
  });
});

describe('places', () => {
  it('contain the environment, the clock, randomness, the network, SQL and the console', () =>
    expect(misplaced(sources)).toEqual([]));
});

describe('modules', () => {
  const folders = globSync('apps/server/src/modules/*/', { cwd: root }).map((folder) =>
    folder.replaceAll('\\', '/').replace(/\/$/, ''),
  );

  it('are listed by the composition: every manifest, once', () => {
    const listed = readFileSync(join(root, 'apps/server/src/app/modules.ts'), 'utf8');
    const missing = folders.filter(
      (folder) =>
        existsSync(join(root, folder, 'module.ts')) &&
        listed.split(`'../${folder.slice('apps/server/src/'.length)}/module.ts'`).length !== 2,
    );
    expect(missing).toEqual([]);
    const imported = [...listed.matchAll(/import \{ (\w+) \}/g)].map((match) => match[1]!);
    // The modules of the audit log and of notifications take what the manifests of the others name, so they are made from their list.
    const isListed = (name: string) =>
      listed.split(`\n  ${name},\n`).length === 2 ||
      new RegExp(`[,\\s]${name}\\((things|waiting)\\)[,\\]]`).test(listed);
    expect(imported.filter((name) => !isListed(name))).toEqual([]);
    expect(new Set(modules).size).toBe(imported.length);
  });

  it.each(folders)('%s has a README of 10 to 40 lines', (folder) => {
    const lines = readFileSync(join(root, folder, 'README.md'), 'utf8')
      .trim()
      .split('\n').length;
    expect(lines).toBeGreaterThanOrEqual(10);
    expect(lines).toBeLessThanOrEqual(40);
  });
});

describe('what is declared', () => {
  /** Parts whose server is not built yet. Remove a line once its routes are bound. */
  const pending: string[] = [];

  it('is bound: every endpoint exactly once', () => {
    const bound = routes.map((route) => route.id);
    const declared = Object.keys(endpoints);
    expect(declared.filter((id) => !bound.includes(id) && !pending.includes(id.split('.')[0]!))).toEqual([]);
    expect(bound.filter((id, at) => bound.indexOf(id) !== at || !declared.includes(id))).toEqual([]);
    for (const domain of pending)
      expect(
        declared.some((id) => id.startsWith(`${domain}.`) && !bound.includes(id)),
        domain,
      ).toBe(true);
  });

  it('is bound to the contract entry itself, not to a copy', () => {
    for (const route of routes)
      expect(route.endpoint === endpoints[route.id as keyof typeof endpoints], route.id).toBe(true);
  });

  /** Calls that open transactions themselves because they wait for a network. Adding one is a decision. */
  const ownTransactions = [
    'directory-sync.test',
    'learning.scorm-set-picture',
    'learning.set-picture',
    'library.create-content-course',
    'library.create-course',
    'library.starter-adopt',
    'library.starter-update',
    'library.update-course',
    'library.upload-media',
    'organizations.domain-verify',
    'organizations.set-logo',
    'packs.import',
    'phishing.attachment-upload',
    'phishing.import',
    'phishing.import-contents',
    'phishing.picture-add',
    'phishing.picture-replace',
    'phishing.redirect-picture-add',
    'phishing.redirect-picture-replace',
    'phishing.starter-adopt',
    'phishing.starter-preview',
    'phishing.starter-update',
    'phishing.template-set-logo',
    'presentations.import',
    'scorm.create-course',
    'scorm.update-course',
    'session.avatar',
    'settings.mail-test',
    'sso.read-metadata',
    'sso.test',
    'suspicious-mail.address-test',
    'suspicious-mail.make-template',
    'suspicious-mail.read',
  ];

  it('waits for no network within a transaction: few calls open their own, each with a reason', () => {
    const declared = routes.flatMap(({ id, endpoint }) =>
      'transaction' in endpoint && endpoint.transaction ? [[id, endpoint.transaction.own] as const] : [],
    );
    expect(declared.map(([id]) => id).sort()).toEqual(ownTransactions);
    for (const [id, reason] of declared) expect(reason, id).toMatch(/^it (asks|speaks with) /);
  });

  it('has one handler for every job', () => {
    expect(Object.keys(handlers).sort()).toEqual(Object.keys(jobs).sort());
    const shared = Object.entries(handlers).filter(([name, handler]) =>
      Object.entries(handlers).some(([other, same]) => other !== name && same === handler),
    );
    expect(shared.map(([name]) => name)).toEqual([]);
  });
});

describe('the checks themselves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sergak-rules-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const planted = (file: string, text: string): Source[] => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    const found = sourcesOf(folder);
    rmSync(join(folder, file));
    return found;
  };
  const repo = (module: string) => `apps/server/src/modules/${module}/${module}.repo.ts`;

  it.each([
    ['.insertInto("employees")', 'employees'],
    ["tx\n.updateTable('employees')", 'employees'],
    ['sql`insert into employees (id) values (1)`', 'employees'],
    ['sql`update employees e set note = 1`', 'employees'],
    ['sql`with gone as (delete from employees where true returning id) select 1`', 'employees'],
  ])('see a second writer in %s', (text, table) => {
    const second = planted(repo('seeded'), text);
    expect(sharedTables([{ file: repo('employees'), text: ".insertInto('employees')" }, ...second])).toEqual([
      `${table}: employees, seeded`,
    ]);
  });

  it('see the tables that an SQL function of a module writes', () =>
    expect(
      sharedTables([
        { file: repo('employees'), text: ".insertInto('employees')" },
        ...planted('apps/server/functions/seeded.sql', '-- Module seeded. Counts.\ndelete from employees;'),
      ]),
    ).toEqual(['employees: employees, seeded']));

  it.each([
    ['delivery', 'sql`update campaign_recipients r set state = 1, opened_at = r.opened_at from part p`', 'opened_at'],
    ['tracking', "tx.updateTable('campaign_recipients').set({ reported_at: null, state })", 'state'],
    ['tracking', 'sql`update campaign_recipients set result = 0, sent_at = null where true`', 'sent_at'],
  ])('see a foreign column that %s writes in %s', (module, text, column) =>
    expect(foreignColumns(planted(repo(module), text))).toEqual([`${repo(module)} writes ${column}`]),
  );

  it.each([
    ['apps/server/src/modules/seeded/seeded.service.ts', 'const a = process.env.HOME;', 'the environment'],
    ['apps/web/src/shared/new.ts', 'const a = process.env.HOME;', 'the environment'],
    ['apps/server/src/modules/seeded/seeded.repo.ts', 'const a = Date.now();', 'the current time'],
    ['apps/server/src/platform/new.ts', 'const a = new Date();', 'the current time'],
    ['packages/mail/src/new.ts', 'const a = Date.now();', 'the current time'],
    ['packages/mail/src/new.ts', "import nodemailer from 'nodemailer';", 'an outgoing connection'],
    ['packages/new/src/new.ts', 'net.connect(25)', 'an outgoing connection'],
    ['packages/new/src/new.ts', "console.log('x')", 'the console'],
    ['apps/server/seeds/new.ts', 'const half = Math.random() < 0.5;', 'randomness'],
    ['apps/server/src/modules/seeded/seeded.service.ts', 'await fetch("https://a.test");', 'fetch'],
    ['apps/web/src/features/seeded/page.tsx', 'void fetch("/lk");', 'fetch'],
    ['apps/server/src/modules/seeded/seeded.service.ts', "tx.selectFrom('tags')", 'SQL'],
    ['apps/server/src/modules/seeded/helper.ts', 'sql<{ n: number }>`select 1`', 'SQL'],
    ['apps/server/src/modules/seeded/helper.ts', "owner.query('select 1')", 'SQL'],
    ['apps/server/src/platform/new.repo.ts', "tx.selectFrom('campaigns')", 'words of the product'],
    ['apps/server/src/app/install.ts', "owner.query('select 1')", 'SQL'],
    ['apps/server/src/app/server.ts', "console.log('x')", 'the console'],
    ['apps/server/start.ts', 'const a = process.env.HOME;', 'the environment'],
    ['apps/server/src/modules/seeded/seeded.service.ts', "console.log('x')", 'the console'],
    ['apps/server/src/modules/seeded/seeded.service.ts', "import { resolve } from 'node:dns/promises';", 'the network'],
    ['apps/server/src/modules/seeded/seeded.service.ts', 'await sendOnce(config, envelope, bytes)', 'the network'],
    ['apps/server/src/modules/seeded/seeded.repo.ts', ".where('e.organization_id', '=', id)", 'the tenant of a row'],
  ])('see in %s: %s', (file, text, what) => expect(misplaced(planted(file, text)).join()).toContain(what));

  it('do not match comments', () => {
    expect(
      misplaced(
        planted(
          repo('seeded'),
          '// never process.env here, nor Date.now()\n/* fetch(x) */ const url = "https://a.test";',
        ),
      ),
    ).toEqual([]);
  });
});
