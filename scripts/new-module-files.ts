/** The names of a new module in every spelling that its files need. */
export type Names = {
  /** `safety-notes`: folder, endpoint prefix, address. */
  readonly folder: string;
  /** `safetyNotes`: identifiers. */
  readonly camel: string;
  /** `SafetyNotes`: components. */
  readonly pascal: string;
  /** `safety_notes`: table. */
  readonly table: string;
  /** `safety_note`: audit action. */
  readonly thing: string;
  /** `safetyNote`: schema of one thing. */
  readonly one: string;
  /** `SafetyNote`: type of one thing. */
  readonly One: string;
};

const contractFiles = (n: Names): Record<string, string> => ({
  [`packages/contract/src/${n.folder}/${n.folder}.schema.ts`]: `import { z } from 'zod';
import { id, instant, title } from '../paging.ts';

export const ${n.one} = z.object({ id, title: z.string(), created_at: instant });
export type ${n.One} = z.output<typeof ${n.one}>;

export const new${n.One} = z.strictObject({ title });
`,
  [`packages/contract/src/${n.folder}/${n.folder}.endpoints.ts`]: `import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { page, paging } from '../paging.ts';
import { new${n.One}, ${n.one} } from './${n.folder}.schema.ts';

export const ${n.camel}Endpoints = defineEndpoints({
  '${n.folder}.list': {
    method: 'GET', path: '/${n.folder}', permission: 'admin',
    about: 'The ${n.folder.replaceAll('-', ' ')} of the organisation, newest first.',
    query: z.strictObject({ ...paging }), response: page(${n.one}),
  },
  '${n.folder}.create': {
    method: 'POST', path: '/${n.folder}', permission: 'admin',
    about: 'Adds one.',
    body: new${n.One}, response: ${n.one},
    audit: { action: '${n.thing}.created' }, touches: ['${n.folder}'],
  },
});
`,
});

const serverFiles = (n: Names, migration: string): Record<string, string> => ({
  [`apps/server/migrations/${migration}_${n.table}.sql`]: `create table ${n.table} (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null default (current_setting('app.org'))::uuid references organizations (id) on delete cascade,
  title text not null check (length(title) between 1 and 255),
  created_at timestamptz not null default now(),
  constraint ${n.table}_id_key unique (organization_id, id)
);
create index ${n.table}_newest on ${n.table} (organization_id, created_at desc, id);
select tenant_table('${n.table}');
`,
  [`apps/server/src/modules/${n.folder}/README.md`]: `# ${n.folder}

TODO: one sentence on what this module is for.

Owns \`${n.table}\`.

- **States**: TODO, or remove the line.
- **Jobs**: none. A job is declared in \`job-table.ts\` and handled in \`${n.folder}.jobs.ts\`, which \`module.ts\` names.
- **Invariants**: what the database and the service keep true.

Trap: TODO, what a reader would get wrong, or remove the line.
`,
  [`apps/server/src/modules/${n.folder}/module.ts`]: `import type { Module } from '../../platform/module.ts';
import { ${n.camel}Routes } from './${n.folder}.routes.ts';

export const ${n.camel}Module = { routes: ${n.camel}Routes } satisfies Module;
`,
});

const handlerFiles = (n: Names): Record<string, string> => ({
  [`apps/server/src/modules/${n.folder}/${n.folder}.routes.ts`]: `import { ${n.camel}Endpoints } from '@sergak/contract/${n.folder}/${n.folder}.endpoints.ts';
import { bind } from '../../platform/http/bind.ts';
import { create${n.One} } from './${n.folder}.service.ts';
import { list${n.pascal} } from './${n.folder}.query.ts';

export const ${n.camel}Routes = bind(${n.camel}Endpoints, {
  '${n.folder}.list': (ctx, input) => list${n.pascal}(ctx.tx, input),
  '${n.folder}.create': create${n.One},
});
`,
  [`apps/server/src/modules/${n.folder}/${n.folder}.service.ts`]: `import type { Input } from '@sergak/contract/endpoint.ts';
import type { ${n.camel}Endpoints } from '@sergak/contract/${n.folder}/${n.folder}.endpoints.ts';
import { Logged, type Ctx } from '../../platform/context.ts';
import * as repo from './${n.folder}.repo.ts';

/** TODO: one sentence on what this means for the organisation. */
export const create${n.One} = async (ctx: Ctx, input: Input<(typeof ${n.camel}Endpoints)['${n.folder}.create']>) => {
  const row = await repo.insert${n.One}(ctx.tx, input.title);
  return new Logged(row, { kind: '${n.thing}', id: row.id, title: row.title, changes: { title: [null, row.title] } });
};
`,
});

const sqlFiles = (n: Names): Record<string, string> => ({
  [`apps/server/src/modules/${n.folder}/${n.folder}.repo.ts`]: `import type { ${n.One} } from '@sergak/contract/${n.folder}/${n.folder}.schema.ts';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

export const insert${n.One} = (tx: Tx, title: string): Promise<${n.One}> =>
  tx
    .insertInto('${n.table}')
    .values({ title, created_at: now() })
    .returning(['id', 'title', 'created_at'])
    .executeTakeFirstOrThrow();
`,
  [`apps/server/src/modules/${n.folder}/${n.folder}.query.ts`]: `import type { ${n.One} } from '@sergak/contract/${n.folder}/${n.folder}.schema.ts';
import type { Tx } from '../../platform/db.ts';

export const list${n.pascal} = async (
  tx: Tx,
  page: { limit: number; offset: number },
): Promise<{ data: ${n.One}[]; total_count: number }> => {
  const data = await tx
    .selectFrom('${n.table}')
    .select(['id', 'title', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { n } = await tx
    .selectFrom('${n.table}')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { data, total_count: n };
};
`,
});

const outerFiles = (n: Names): Record<string, string> => ({
  [`apps/server/src/modules/${n.folder}/public.ts`]: `// What other modules may call. Remove the export if nobody needs it yet.
export { list${n.pascal} } from './${n.folder}.query.ts';
`,
  [`apps/server/src/modules/${n.folder}/${n.folder}.api.test.ts`]: `import { expect, test } from 'vitest';
import { actionLog, call } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';

test('an added item is listed, and the audit log names it', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const made = await call('${n.folder}.create', administrator, { title: 'Первая запись' });
  expect(await call('${n.folder}.list', administrator, {})).toEqual({ data: [made], total_count: 1 });
  expect(await actionLog(org.id)).toMatchObject([
    { action: '${n.thing}.created', kind: '${n.thing}', target: made.id, changes: { title: [null, 'Первая запись'] } },
  ]);
});
`,
});

const words = {
  ru: { title: 'Новый раздел', empty: 'Здесь пока пусто' },
  en: { title: 'New section', empty: 'Nothing here yet' },
  uz: { title: 'Yangi boʻlim', empty: 'Bu yerda hozircha hech narsa yoʻq' },
} as const;
/** Provisional labels of the audit log, by language: the action of the skeleton, and its kind of target. */
export const auditLabels = {
  ru: { created: 'Добавление записи нового раздела', kind: 'Запись нового раздела' },
  en: { created: 'Entry of a new section added', kind: 'Entry of a new section' },
  uz: { created: 'Yangi boʻlimga yozuv qoʻshildi', kind: 'Yangi boʻlim yozuvi' },
} as const;

const webFiles = (n: Names): Record<string, string> => ({
  [`apps/web/src/features/${n.folder}/${n.folder}-screen.tsx`]: `import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';

/** TODO: what a person does here. */
export default function ${n.pascal}Screen(): ReactNode {
  const t = useT('${n.table}');
  const answer = useRead('${n.folder}.list', {});
  const rows = answer.data?.data;
  return (
    <>
      <PageHead title={t('title')} count={answer.data?.total_count} />
      {answer.isError && rows === undefined ? (
        <ErrorState onRetry={() => void answer.refetch()} />
      ) : rows === undefined ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <EmptyState title={t('empty')} />
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>{row.title}</li>
          ))}
        </ul>
      )}
    </>
  );
}
`,
  ...Object.fromEntries(
    Object.entries(words).map(([language, texts]) => [
      `locales/${language}/${n.table}.json`,
      `${JSON.stringify(texts, null, 2)}\n`,
    ]),
  ),
});

/** Every file of the skeleton: path → text. */
export const skeletonOf = (names: Names, migration: string): Record<string, string> => ({
  ...contractFiles(names),
  ...serverFiles(names, migration),
  ...handlerFiles(names),
  ...sqlFiles(names),
  ...outerFiles(names),
  ...webFiles(names),
});
