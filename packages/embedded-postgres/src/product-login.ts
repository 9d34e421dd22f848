import { createHash } from 'node:crypto';
import type pg from 'pg';

/** The login of the product: no superuser, so that `RESET ROLE` in one of its connections does not end row-level security. */
export const PRODUCT_LOGIN = 'sergak';

/** Roles that the first migrations make, between which row-level security keeps organisations apart. */
const WORKING_ROLES = ['sergak_app', 'sergak_reader', 'sergak_system', 'sergak_keeper'];

/** Its password follows from the superuser's: no second file that could be lost or be older than the other. */
export const productPassword = (superuserPassword: string): string =>
  createHash('sha256').update(`${PRODUCT_LOGIN}:${superuserPassword}`).digest('hex').slice(0, 48);

/**
 * Makes the login, or brings it up to date. NOINHERIT: a member that inherits passes the policies of the working roles, so
 * without it the login would see every organisation. Those roles are reached by `SET ROLE` only.
 */
export async function ensureProductLogin(superuser: pg.Client, superuserPassword: string): Promise<void> {
  const { rowCount } = await superuser.query('select from pg_roles where rolname = $1', [PRODUCT_LOGIN]);
  await superuser.query(
    `${rowCount ? 'alter' : 'create'} role ${PRODUCT_LOGIN} with login createrole noinherit nosuperuser nobypassrls
       nocreatedb noreplication password '${productPassword(superuserPassword)}'`,
  );
  const { rows } = await superuser.query<{ rolname: string }>('select rolname from pg_roles where rolname = any($1)', [
    WORKING_ROLES,
  ]);
  for (const { rolname } of rows)
    await superuser.query(`grant ${rolname} to ${PRODUCT_LOGIN} with admin true, inherit false, set true`);
}

/**
 * Gives the product's database and everything in it to the login; does nothing where that was done before. Data folders of
 * earlier releases belong to the superuser, whose things REASSIGN OWNED refuses to move. What belongs to an extension stays.
 * To be run in the database `sergak`.
 */
export async function handOver(superuser: pg.Client): Promise<void> {
  await superuser.query(`do $$
declare
  command text;
begin
  for command in
    with superuser as (select oid from pg_roles where rolname = current_user),
    schemas as (select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
    members as (select classid, objid from pg_depend where deptype = 'e')
    select format('alter database %I owner to ${PRODUCT_LOGIN}', datname) from pg_database
      where datname = current_database() and datdba in (select oid from superuser)
    union all
    select format('alter schema %I owner to ${PRODUCT_LOGIN}', n.nspname) from pg_namespace n join schemas using (oid)
      where n.nspowner in (select oid from superuser)
    union all
    -- Indexes, and sequences that belong to a column, follow their table.
    select format('alter %s %s owner to ${PRODUCT_LOGIN}',
        case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, c.oid::regclass)
      from pg_class c join schemas n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'S', 'v', 'm') and c.relowner in (select oid from superuser)
        and not exists (select from members m where m.classid = 'pg_class'::regclass and m.objid = c.oid)
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
          and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i') and c.relkind = 'S')
    union all
    select format('alter routine %s owner to ${PRODUCT_LOGIN}', p.oid::regprocedure)
      from pg_proc p join schemas n on n.oid = p.pronamespace
      where p.proowner in (select oid from superuser)
        and not exists (select from members m where m.classid = 'pg_proc'::regclass and m.objid = p.oid)
    union all
    -- Types of tables follow them, arrays follow their elements.
    select format('alter type %s owner to ${PRODUCT_LOGIN}', t.oid::regtype)
      from pg_type t join schemas n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
      where t.typowner in (select oid from superuser) and (t.typtype in ('d', 'e', 'r') or t.typtype = 'c' and c.relkind = 'c')
        and not exists (select from members m where m.classid = 'pg_type'::regclass and m.objid = t.oid)
  loop
    execute command;
  end loop;
end $$`);
}
