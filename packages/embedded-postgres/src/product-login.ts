import { createHash } from 'node:crypto';
import type pg from 'pg';

/**
 * The login of the product. It is no superuser, so that `RESET ROLE` in one of its connections does not bypass
 * row-level security.
 */
export const PRODUCT_LOGIN = 'sergak';

/** Roles created by the first migrations. Row-level security of these roles separates the organisations. */
const WORKING_ROLES = ['sergak_app', 'sergak_reader', 'sergak_system', 'sergak_keeper'];

/** The login's password, derived from the superuser's, so that no second file can be lost or outdated. */
export const productPassword = (superuserPassword: string): string =>
  createHash('sha256').update(`${PRODUCT_LOGIN}:${superuserPassword}`).digest('hex').slice(0, 48);

/**
 * Creates or updates the login. NOINHERIT is essential: a login that inherits from the working roles passes their
 * policies and would see every organisation. It uses those roles by `SET ROLE` only.
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
 * Makes the login the owner of the product's database and of everything in it; does nothing if that was done before.
 * In data folders of earlier releases the superuser is the owner, and REASSIGN OWNED refuses to move a superuser's
 * objects. Objects of extensions are not changed. Run this in the database `sergak`.
 */
export async function transferOwnership(superuser: pg.Client): Promise<void> {
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
    -- The owner of a table also owns its indexes and the sequences of its columns.
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
    -- Row types follow their table, array types follow their element type.
    select format('alter type %s owner to ${PRODUCT_LOGIN}', t.oid::regtype)
      from pg_type t join schemas n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
      where t.typowner in (select oid from superuser) and (t.typtype in ('d', 'e', 'r') or t.typtype = 'c' and c.relkind = 'c')
        and not exists (select from members m where m.classid = 'pg_type'::regclass and m.objid = t.oid)
  loop
    execute command;
  end loop;
end $$`);
}
