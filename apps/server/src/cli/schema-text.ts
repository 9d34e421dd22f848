import type pg from 'pg';

// The schema as SQL that psql can load into an empty database. Statements are ordered by their dependencies, and
// sorted by name within a group, so that a diff shows what changed.

type Row = { text: string };

const HEADER = `-- The migrated database, made by \`npm run schema\` for reading and review. Do not edit; add a migration.
-- To review it in a separate database: createdb review && psql -d review -f apps/server/schema.sql

set check_function_bodies = false;
`;

/** The product's roles are shared by all databases of a server, so they are created only if missing. */
const ROLES = `
  select format(E'do $$ begin\\n  create role %I nologin nobypassrls;\\nexception when duplicate_object then null;\\nend $$;', rolname) as text
  from pg_roles where rolname ~ '^sergak_' and not rolcanlogin order by rolname`;

const EXTENSIONS = `
  select format('create extension if not exists %I;', extname) as text from pg_extension where extname <> 'plpgsql' order by extname`;

/** Functions of the product. Those with rows of a table as parameter or result must be created after the tables. */
const functions = (ofTables: boolean): string => `
  select pg_get_functiondef(p.oid) || ';' as text from pg_proc p
  where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    and ${ofTables ? '' : 'not'} exists (
      select from pg_type t left join pg_type e on e.oid = t.typelem
      where t.oid = any (p.proargtypes::oid[] || p.prorettype) and (t.typtype = 'c' or e.typtype = 'c'))
  order by p.proname, pg_get_function_identity_arguments(p.oid)`;

const TABLES = `
  select format(E'create table %I (\\n%s\\n);', c.relname, string_agg(format('  %I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
    case
      when a.attidentity <> '' then format(' generated %s as identity', case a.attidentity when 'a' then 'always' else 'by default' end)
      when a.attgenerated <> '' then format(' generated always as (%s) %s', pg_get_expr(d.adbin, d.adrelid), case a.attgenerated when 's' then 'stored' else 'virtual' end)
      when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid)
      else '' end,
    case when a.attnotnull and a.attidentity = '' then ' not null' else '' end), E',\\n' order by a.attnum)) as text
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`;

/** Foreign keys come last: they need the unique constraints of other tables. */
const CONSTRAINTS = `
  select format('alter table %I add constraint %I %s;', c.relname, k.conname, pg_get_constraintdef(k.oid)) as text
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'x', 'c', 'f')
  order by k.contype = 'f', c.relname, k.conname`;

const INDEXES = `
  select pg_get_indexdef(i.indexrelid) || ';' as text from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by 1`;

const TRIGGERS = `
  select pg_get_triggerdef(t.oid) || ';' as text from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by 1`;

const SECURITY = `
  select format('alter table %I enable row level security;%s', c.relname,
    case when c.relforcerowsecurity then format(E'\\nalter table %I force row level security;', c.relname) else '' end) as text
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity order by c.relname`;

const POLICIES = `
  select format('create policy %I on %I as %s for %s to %s%s%s;', policyname, tablename, lower(permissive), lower(cmd), array_to_string(roles, ', '),
    ' using (' || qual || ')', ' with check (' || with_check || ')') as text
  from pg_policies where schemaname = 'public' order by tablename, policyname`;

/** Rights of the product's roles on the schema, on tables, on single columns and on functions. */
const GRANTS = `
  select text from (
    select 1 as part, 'public' as name, format('grant %s on schema public to %I;', string_agg(lower(x.privilege_type), ', ' order by x.privilege_type), r.rolname) as text
    from pg_namespace n, aclexplode(n.nspacl) x join pg_roles r on r.oid = x.grantee where n.nspname = 'public' and r.rolname ~ '^sergak_' group by r.rolname
    union all
    select 2, c.relname, format('grant %s on %I to %I;', string_agg(lower(x.privilege_type), ', ' order by x.privilege_type), c.relname, r.rolname)
    from pg_class c, aclexplode(c.relacl) x join pg_roles r on r.oid = x.grantee
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'S') and r.rolname ~ '^sergak_' and x.grantee <> c.relowner
    group by c.relname, r.rolname
    union all
    select 3, c.relname, format('grant %s (%s) on %I to %I;', lower(x.privilege_type), string_agg(quote_ident(a.attname), ', ' order by a.attname), c.relname, r.rolname)
    from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) x join pg_roles r on r.oid = x.grantee
    where c.relnamespace = 'public'::regnamespace and r.rolname ~ '^sergak_' group by c.relname, r.rolname, x.privilege_type
    union all
    select 4, p.proname, format('alter function %s owner to %I;', p.oid::regprocedure, r.rolname)
    from pg_proc p join pg_roles r on r.oid = p.proowner where p.pronamespace = 'public'::regnamespace and r.rolname ~ '^sergak_' and not r.rolcanlogin
    union all
    select 5, p.proname, format('revoke all on function %s from public;', p.oid::regprocedure)
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.proacl is not null
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      and not exists (select from aclexplode(p.proacl) x where x.grantee = 0)
    union all
    select 6, p.proname, format('grant execute on function %s to %I;', p.oid::regprocedure, r.rolname)
    from pg_proc p, aclexplode(p.proacl) x join pg_roles r on r.oid = x.grantee
    where p.pronamespace = 'public'::regnamespace and r.rolname ~ '^sergak_' and x.grantee <> p.proowner
  ) granted order by part, name, text`;

/** Reads the catalogue of the schema `public` and returns it as one SQL text. */
export const schemaText = async (client: pg.Client): Promise<string> => {
  const part = async (title: string, ...queries: string[]): Promise<string> => {
    const statements: string[] = [];
    for (const query of queries)
      statements.push(...(await client.query<Row>(query)).rows.map((row) => row.text.trim()));
    const gap = statements.some((statement) => statement.includes('\n')) ? '\n\n' : '\n';
    return `-- ${title}\n\n${statements.join(gap)}\n`;
  };
  return [
    HEADER,
    await part('Roles and extensions', ROLES, EXTENSIONS),
    await part('Functions', functions(false)),
    await part('Tables', TABLES),
    await part('Functions that take or return rows', functions(true)),
    await part('Constraints', CONSTRAINTS),
    await part('Indexes', INDEXES),
    await part('Triggers', TRIGGERS),
    await part('Row-level security', SECURITY, POLICIES),
    await part('Owners and rights', GRANTS),
  ].join('\n');
};
