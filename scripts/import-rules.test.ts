import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { checkImports, rules } from './import-rules.ts';

// Each rule is shown to fail: faults are added one by one to a small correct tree.

const modules = 'apps/server/src/modules';
const sound: Readonly<Record<string, string>> = {
  'packages/contract/src/tags/tags.schema.ts': `import { z } from 'zod';\nexport const tag = z.string();`,
  'packages/mail/src/wire.ts': `import 'node:net';\nexport const wire = 1;`,
  'packages/mail/src/pool.ts': `import { wire } from './wire.ts';\nexport const pool = wire;`,
  'packages/files/src/lock.ts': `export const lock = 1;`,
  'apps/server/src/config.ts': `export const config = 1;`,
  'apps/server/src/platform/db.ts': `import { config } from '../config.ts';\nimport { pool } from '@sergak/mail/pool.ts';\nimport 'pg';\nexport const db = [config, pool];`,
  'apps/server/src/platform/http/bind.ts': `import { db } from '../db.ts';\nexport const bind = db;`,
  [`${modules}/tags/tags.repo.ts`]: `import { sql } from 'kysely';\nimport { db } from '../../platform/db.ts';\nexport const rows = [sql, db];`,
  [`${modules}/tags/tags.query.ts`]: `import { rows } from './tags.repo.ts';\nexport const list = rows;`,
  [`${modules}/tags/tags.service.ts`]: `import { rows } from './tags.repo.ts';\nexport const create = rows;`,
  [`${modules}/tags/tags.routes.ts`]: `import { bind } from '../../platform/http/bind.ts';\nimport { create } from './tags.service.ts';\nexport const tagsRoutes = [bind, create];`,
  [`${modules}/tags/tags.jobs.ts`]: `import { create } from './tags.service.ts';\nexport const refresh = create;`,
  [`${modules}/tags/public.ts`]: `export { create } from './tags.service.ts';`,
  [`${modules}/employees/employees.service.ts`]: `import { create } from '../tags/public.ts';\nexport const add = create;`,
  [`${modules}/employees/public.ts`]: `export { add } from './employees.service.ts';`,
  [`${modules}/directory/public.ts`]: `export const people = 1;`,
  'apps/server/src/platform/module.ts': `import type { bind } from './http/bind.ts';\nexport type Module = typeof bind;`,
  [`${modules}/tags/module.ts`]: `import type { Module } from '../../platform/module.ts';\nimport { refresh } from './tags.jobs.ts';\nimport { tagsRoutes } from './tags.routes.ts';\nexport const tagsModule: Module[] = [tagsRoutes, refresh];`,
  'apps/server/src/app/modules.ts': `import { tagsModule } from '../modules/tags/module.ts';\nimport { bind } from '../platform/http/bind.ts';\nexport const modules = [tagsModule, bind];`,
  'apps/server/seeds/demo.ts': `import { modules } from '../src/app/modules.ts';\nexport const demo = modules;`,
  'apps/server/start.ts': `import { demo } from './seeds/demo.ts';\nexport const start = demo;`,
  'apps/web/src/shared/api.ts': `import type { tag } from '@sergak/contract/tags/tags.schema.ts';\nexport type T = typeof tag;`,
  'apps/web/src/features/tags/list.tsx': `import type { T } from '../../shared/api.ts';\nexport const list: T = '';`,
  'apps/web/src/features/tags/public.ts': `export { list } from './list.tsx';`,
  'apps/web/src/features/employees/page.tsx': `import { list } from '../tags/public.ts';\nexport const page = list;`,
  'apps/web/src/app/routes.tsx': `import { page } from '../features/employees/page.tsx';\nconst lazy = () => import('../features/tags/list.tsx');\nexport const all = [page, lazy];`,
};

/** A fault: the rule that must find it, the file, and the text added to the file. */
const faults: readonly (readonly [rule: string, file: string, added: string])[] = [
  [
    'contract-knows-nobody',
    'packages/contract/src/tags/tags.schema.ts',
    `import type { db } from '../../../../apps/server/src/platform/db.ts';`,
  ],
  ['contract-knows-nobody', 'packages/contract/src/new/new.rules.ts', `import 'kysely';`],
  [
    'packages-stand-alone',
    'packages/mail/src/pool.ts',
    `import type { db } from '../../../apps/server/src/platform/db.ts';`,
  ],
  ['packages-stand-alone', 'packages/mail/src/pool.ts', `import { lock } from '@sergak/files/lock.ts';`],
  ['packages-stand-alone', 'packages/mail/src/pool.ts', `import { lock } from '../../files/src/lock.ts';`],
  ['packages-stand-alone', 'packages/mail/src/pool.test.ts', `import { lock } from '@sergak/files/lock.ts';`],
  ['packages-stand-alone', 'packages/mail/src/pool.ts', `import '@sergak/server';`],
  ['server-and-web-apart', 'apps/web/src/shared/api.ts', `import { pool } from '@sergak/mail/pool.ts';`],
  [
    'server-and-web-apart',
    'apps/web/src/shared/api.ts',
    `import type { config } from '../../../server/src/config.ts';`,
  ],
  [
    'server-and-web-apart',
    `${modules}/tags/tags.service.ts`,
    `import type { T } from '../../../../web/src/shared/api.ts';`,
  ],
  ['web-one-way', 'apps/web/src/shared/api.ts', `export { list } from '../features/tags/list.tsx';`],
  ['web-one-way', 'apps/web/src/features/new/page.tsx', `import { all } from '../../app/routes.tsx';`],
  ['feature-by-public', 'apps/web/src/features/new/page.tsx', `const late = () => import('../tags/list.tsx');`],
  ['module-by-public', `${modules}/new/new.service.ts`, `import { create } from '../tags/tags.service.ts';`],
  ['module-by-public', `${modules}/new/new.service.ts`, `import type { rows } from '../tags/tags.repo.ts';`],
  ['module-by-public', 'apps/server/seeds/demo.ts', `import { create } from '../src/modules/tags/tags.service.ts';`],
  [
    'composition-takes-manifests',
    'apps/server/src/app/server.ts',
    `import { create } from '../modules/tags/tags.service.ts';`,
  ],
  [
    'composition-takes-manifests',
    'apps/server/src/app/new/routes.ts',
    `import { tagsRoutes } from '../../modules/tags/tags.routes.ts';`,
  ],
  ['manifest-for-composition', `${modules}/new/new.service.ts`, `import { tagsModule } from '../tags/module.ts';`],
  ['manifest-for-composition', `${modules}/tags/tags.service.ts`, `import type { tagsModule } from './module.ts';`],
  [
    'manifest-for-composition',
    'apps/server/seeds/demo.ts',
    `import { tagsModule } from '../src/modules/tags/module.ts';`,
  ],
  [
    'declarations-import-nothing',
    'apps/server/src/job-table.ts',
    `import type { create } from './modules/tags/public.ts';`,
  ],
  ['declarations-import-nothing', 'apps/server/src/config.ts', `import type { modules } from './app/modules.ts';`],
  ['no-seeds-in-production', 'apps/server/src/app/install.ts', `import { demo } from '../../seeds/demo.ts';`],
  ['no-seeds-in-production', `${modules}/new/new.service.ts`, `const late = () => import('../../../seeds/demo.ts');`],
  ['no-seeds-in-production', 'apps/server/src/cli/new.ts', `import type { demo } from '../../seeds/demo.ts';`],
  ['nobody-imports-composition', `${modules}/tags/tags.service.ts`, `import type { all } from '../../app/modules.ts';`],
  [
    'platform-knows-no-module',
    'apps/server/src/platform/new.ts',
    `import type { create } from '../modules/tags/public.ts';`,
  ],
  [
    'http-in-routes-only',
    `${modules}/tags/tags.service.ts`,
    `import type { bind } from '../../platform/http/bind.ts';`,
  ],
  ['http-in-routes-only', 'apps/server/src/platform/db.ts', `import type { bind } from './http/bind.ts';`],
  ['routes-only-bind', `${modules}/tags/tags.routes.ts`, `import { rows } from './tags.repo.ts';`],
  ['routes-only-bind', `${modules}/tags/tags.routes.ts`, `import { sql } from 'kysely';`],
  ['sql-in-repo-and-query', `${modules}/new/new.service.ts`, `import { sql } from 'kysely';`],
  ['sql-in-repo-and-query', `${modules}/new/sending/lane.ts`, `import type { Pool } from 'pg';`],
  ['repo-looks-down', `${modules}/tags/tags.repo.ts`, `import type { create } from './tags.service.ts';`],
  ['repo-looks-down', `${modules}/tags/tags.query.ts`, `import type { refresh } from './tags.jobs.ts';`],
  ['repo-looks-down', `${modules}/new/new.repo.ts`, `import { create } from '../tags/public.ts';`],
  ['service-knows-no-way-in', `${modules}/tags/tags.service.ts`, `import type { FastifyRequest } from 'fastify';`],
  ['no-circles', `${modules}/tags/tags.repo.ts`, `import type { list } from './tags.query.ts';`],
  ['no-circles', 'apps/web/src/features/tags/list.tsx', `import type { list as again } from './public.ts';`],
  ['is-there', 'apps/web/src/shared/api.ts', `import './gone.ts';`],
];

let root = '';
const plant = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const grow = () => {
  root = mkdtempSync(join(tmpdir(), 'sergak-imports-'));
  for (const [file, text] of Object.entries(sound)) plant(file, text);
};
const found = () => [...new Set(checkImports(root).findings.map((one) => one.rule))];
afterEach(() => root && rmSync(root, { recursive: true, force: true }));

describe('import rules', () => {
  it('accept a correct tree', () => {
    grow();
    expect(checkImports(root)).toMatchObject({ files: Object.keys(sound).length, findings: [] });
  });

  it.each(faults)('%s: notices %s with %s', (rule, file, added) => {
    grow();
    plant(file, `${sound[file] ?? ''}\n${added}`);
    expect(found()).toContain(rule);
  });

  it('find a circle of modules without a circle of files', () => {
    grow();
    plant(
      `${modules}/tags/second.service.ts`,
      `import { add } from '../employees/public.ts';\nexport const second = add;`,
    );
    expect(
      checkImports(root)
        .findings.map((one) => one.text)
        .join(),
    ).toContain('a circle of modules');
  });

  it('find a circle of features without a circle of files', () => {
    grow();
    plant('apps/web/src/features/employees/name.tsx', `export const name = 1;`);
    plant('apps/web/src/features/employees/public.ts', `export { name } from './name.tsx';`);
    plant('apps/web/src/features/tags/second.tsx', `const late = () => import('../employees/public.ts');`);
    expect(
      checkImports(root)
        .findings.map((one) => one.text)
        .join(),
    ).toContain('a circle of features');
  });

  it('let tests import anything', () => {
    grow();
    plant(`${modules}/tags/tags.api.test.ts`, `import { add } from '../employees/employees.service.ts';\nimport 'pg';`);
    expect(found()).toEqual([]);
  });

  it('have a test fault for each of them', () => {
    root = '';
    expect(rules.map((rule) => rule.name).filter((name) => !faults.some(([rule]) => rule === name))).toEqual([]);
  });

  it('hold in this repository', () => {
    root = '';
    const { files, findings } = checkImports(join(dirname(fileURLToPath(import.meta.url)), '..'));
    expect(files).toBeGreaterThan(100);
    expect(findings).toEqual([]);
  }, 120_000);
});
