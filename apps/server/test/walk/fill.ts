import { randomUUID } from 'node:crypto';
import type pg from 'pg';

type Column = {
  table: string;
  column: string;
  type: string;
  array: boolean;
  needed: boolean;
  generated: boolean;
  choice: string | null;
};
type Key = { table: string; columns: string[]; target: string; targets: string[] };
export type Rows = Map<string, Record<string, unknown>>;

/** Values for columns whose default value by type would break a rule of the table; null leaves a reference empty. */
const special: Readonly<Record<string, unknown>> = {
  'campaigns.end_at': '2026-12-31T00:00:00Z',
  'assignments.deadline': '2026-12-31T00:00:00Z',
  'organization_domains.domain': 'walk.test',
  'report_answers.texts': null,
  'tags.type': 'arbitrary',
  'reports.category': 'pdf',
  'audit_log.target_kind': 'tag',
  'quiz_attempts.drawn': '[]',
  'scorm_packages.sha256': 'ab'.repeat(32),
  'scorm_packages.manifest':
    '{"standard":"1.2","edition":"","title":"walk","organization":"walk","items":[],"sequencing":null}',
  'courses.scorm_package_id': null,
  'theme_steps.scorm_package_id': null,
  'template_pictures.redirect_page_id': null,
  'directories.attributes': '{"email":"mail","last_name":"sn","first_name":"","middle_name":"","position":""}',
  'questions.body':
    '{"options":[{"id":"0b2ad0de-0000-4000-8000-000000000001","text":"yes","correct":true},{"id":"0b2ad0de-0000-4000-8000-000000000002","text":"no","correct":false}]}',
  'course_versions.content':
    '{"kind":"native","title":"walk","description":"","minutes":1,"image_path":null,"sections":[],"modules":[]}',
};
/** Initial rows of these tables are protected, so the walk adds a row of its own. */
const always = new Set(['tags', 'departments']);

const readColumns = async (owner: pg.Pool): Promise<Column[]> =>
  (
    await owner.query<Column>(`
      select c.relname as "table", a.attname as "column", coalesce(e.typname, t.typname) as type, e.typname is not null as "array",
        a.attnotnull and not a.atthasdef and a.attidentity = '' as needed, a.attgenerated <> '' or a.attidentity = 'a' as generated,
        (select substring(pg_get_constraintdef(k.oid) from 'ARRAY\\[''([^'']+)''') from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as choice
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
        left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attnum`)
  ).rows;

const readKeys = async (owner: pg.Pool): Promise<Key[]> =>
  (
    await owner.query<Key>(`
      select conrelid::regclass::text as "table", confrelid::regclass::text as target,
        array(select attname::text from unnest(conkey) with ordinality u(n, o) join pg_attribute on attrelid = conrelid and attnum = n order by o) as columns,
        array(select attname::text from unnest(confkey) with ordinality u(n, o) join pg_attribute on attrelid = confrelid and attnum = n order by o) as targets
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  ).rows;

const valueOf = (c: Column): unknown => {
  const own = special[`${c.table}.${c.column}`];
  if (own !== undefined) return own;
  if (c.choice) return c.choice;
  if (c.array) return '{}';
  if (c.type === 'uuid') return randomUUID();
  if (c.type === 'bytea') return Buffer.from(randomUUID());
  if (c.type === 'bool') return false;
  if (c.type === 'jsonb' || c.type === 'json') return '{}';
  if (c.type === 'timestamptz') return '2026-01-01T00:00:00Z';
  if (c.type === 'date') return '2026-01-01';
  if (c.type === 'inet') return '127.0.0.1';
  if (/^(int|numeric|float)/.test(c.type)) return 1;
  return `walk ${c.column} ${randomUUID().slice(0, 8)}`;
};

const insert = async (owner: pg.Pool, table: string, row: Record<string, unknown>) => {
  const names = Object.keys(row);
  const { rows } = await owner.query<Record<string, unknown>>(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')}) returning *`,
    Object.values(row),
  );
  return rows[0]!;
};

/**
 * Ensures that an organisation has a row in every table with an organisation column, so that each kind of id exists.
 * Reads the catalogue, so a new table is filled at once. Personal data belongs to `personId`. Returns one row per
 * table.
 */
export const fillOrganization = async (owner: pg.Pool, organizationId: string, personId: string): Promise<Rows> => {
  const columns = Map.groupBy(await readColumns(owner), (column) => column.table);
  const keys = Map.groupBy(await readKeys(owner), (key) => key.table);
  const rows: Rows = new Map();
  rows.set(
    'employees',
    (await owner.query<Record<string, unknown>>('select * from employees where id = $1', [personId])).rows[0]!,
  );
  const under = new Set<string>();
  const visit = async (table: string): Promise<void> => {
    if (rows.has(table) || under.has(table)) return;
    under.add(table);
    const list = columns.get(table) ?? [];
    const links = keys.get(table) ?? [];
    for (const key of links) await visit(key.target);
    if (list.some((c) => c.column === 'organization_id')) {
      const there = await owner.query<Record<string, unknown>>(
        `select * from ${table} where organization_id = $1 limit 1`,
        [organizationId],
      );
      const known = always.has(table) ? undefined : there.rows[0];
      rows.set(table, known ?? (await insert(owner, table, draft(organizationId, list, links, rows))));
    } else if (table === 'organizations') {
      rows.set(
        table,
        (await owner.query<Record<string, unknown>>('select * from organizations where id = $1', [organizationId]))
          .rows[0]!,
      );
    }
  };
  for (const table of columns.keys()) await visit(table);
  return rows;
};

const draft = (organizationId: string, list: Column[], links: Key[], rows: Rows) => {
  const row: Record<string, unknown> = { organization_id: organizationId };
  for (const c of list) if (c.needed && !c.generated && c.column !== 'organization_id') row[c.column] = valueOf(c);
  for (const key of links) {
    const target = rows.get(key.target);
    if (!target) continue;
    for (const [i, name] of key.columns.entries())
      if (name !== 'organization_id' && special[`${key.table}.${name}`] !== null) row[name] = target[key.targets[i]!];
  }
  return row;
};
