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
