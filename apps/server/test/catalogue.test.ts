import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { constraintCodes } from '../src/database-errors.ts';
import { cloneDatabase } from './database.ts';

// Checks rules for every table in the catalogue of the migrated database, so that new tables are covered.

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: await cloneDatabase() });
  await client.connect();
});
afterAll(() => client.end());
const ask = async <T extends object>(query: string): Promise<T[]> =>
  (await client.query<T & pg.QueryResultRow>(query)).rows;
const names = async (query: string): Promise<string[]> => (await ask<{ name: string }>(query)).map((row) => row.name);

/** Tables without an organisation, with the reason. */
const shared: Readonly<Record<string, string>> = {
  organizations: 'the tenant itself: its policies compare the id',
  rate_windows: 'limits across processes, before anybody is known; only the system role',
  known_places: 'digests of account and address, before anybody is known; only the system role',
  worker_heartbeats: 'life signs of processes; only the system role',
  starter_releases:
    'since when this installation has a course or template of the starter library; the same for everyone',
  schema_migrations: 'what ran; only the owner',
  installation: 'what the database knows of itself; only the owner',
  first_start: 'how far the first start has come; only the owner',
};

/** Tables pruned by the keeper role, which owns one function that deletes entries older than three years. */
const kept = ['audit_log', 'audit_seals', 'audit_chains'];

const faultyTables = () =>
  names(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)
      and not (c.relrowsecurity and c.relforcerowsecurity
        and (select array_agg(p.polname order by p.polname) from pg_policy p where p.polrelid = c.oid and not (p.polname = 'keeper' and c.relname = any ('{${kept.join(',')}}'))) = '{subtree,system,tenant}'::name[]
        and (select count(*) from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname and (
          p.policyname = 'tenant' and p.roles = '{sergak_app}' and p.cmd = 'ALL' and p.qual like '%organization_id = %app.org%' and p.with_check = p.qual
          or p.policyname = 'subtree' and p.roles = '{sergak_reader}' and p.cmd = 'SELECT' and p.qual like '%organization_id = ANY%app.orgs%'
          or p.policyname = 'system' and p.roles = '{sergak_system}')) = 3)
    order by 1`);

describe('tenants', () => {
  it('own every table with an organisation column', async () => expect(await faultyTables()).toEqual([]));

  it('are not forgotten: a table without a policy is found', async () => {
    await client.query('begin');
    await client.query('create table seeded (organization_id uuid not null, id uuid)');
    expect(await faultyTables()).toEqual(['seeded']);
    await client.query(`select tenant_table('seeded')`);
    expect(await faultyTables()).toEqual([]);
    await client.query('alter policy tenant on seeded using (true)');
    expect(await faultyTables()).toEqual(['seeded']);
    await client.query('rollback');
  });

  it('lists the tables without an organisation, each with its reason', async () => {
    const without = await names(`
      select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped)`);
    expect(without.sort()).toEqual(without.filter((name) => name in shared).sort());
  });

  it('join tables of tenants by organisation and id: foreign keys do not obey row security', async () => {
    const single = await names(`
      select k.conname as name from pg_constraint k
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.confrelid <> 'organizations'::regclass
        and exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'organization_id')
        and exists (select from pg_attribute a where a.attrelid = k.conrelid and a.attname = 'organization_id')
        and not exists (select from unnest(k.conkey, k.confkey) as u (mine, theirs)
          join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.mine and a.attname = 'organization_id'
          join pg_attribute b on b.attrelid = k.confrelid and b.attnum = u.theirs and b.attname = 'organization_id')`);
    expect(single.filter((name) => !(name in singleKeys))).toEqual([]);
  });
});

/** Foreign keys without the organisation, with the reason why they cannot reference a row of another one. */
const singleKeys: Readonly<Record<string, string>> = {
  two_factor_codes_session_hash_fkey: 'the digest of a random token names the session; nobody sends one',
  recent_things_employee_id_fkey:
    'the caller, who may work in an organisation below the own one; no request names the person',
};

/**
 * Functions that run as the system role, to use an index or to keep a row locked; each filters by organisation
 * itself.
 */
const ownedFunctions = [
  'audit_lines_of',
  'find_employees',
  'find_employees_spelled',
  'keep_domain_in_one_tree',
  'lock_licence',
  'search_people',
  'search_people_similar',
];
/**
 * Functions on the queue, which has no organisation: three add jobs, three check whether jobs of given keys, tasks or
 * kinds exist, and one takes jobs of the transaction's organisation.
 */
const queueFunctions = [
  'enqueue',
  'enqueue_many',
  'enqueue_once',
  'live_jobs',
  'organizations_with_jobs',
  'take_people',
  'tasks_with_jobs',
];

describe('roles', () => {
  const roles = ['sergak_app', 'sergak_reader', 'sergak_system'];
  const list = roles.map((role) => `'${role}'`).join(', ');

  it('do not bypass row-level security, cannot log in and inherit nothing', async () => {
    const found = await ask<{ name: string }>(`
      select rolname as name from pg_roles where rolname in (${list})
        and not rolsuper and not rolbypassrls and not rolcanlogin and not rolcreaterole and not rolcreatedb
        and not exists (select from pg_auth_members m where m.member = pg_roles.oid)`);
    expect(found.map((row) => row.name).sort()).toEqual(roles);
  });

  it('own no tables, and only the listed functions', async () => {
    const owned = await names(`
      select relname as name from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname in (${list})
      union all select proname from pg_proc p join pg_roles r on r.oid = p.proowner where r.rolname in (${list})
      union all select nspname from pg_namespace n join pg_roles r on r.oid = n.nspowner where r.rolname in (${list}) order by 1`);
    expect(owned).toEqual(ownedFunctions);
  });

  it('cross organisations only by the listed functions, which nobody else may call and which filter by organisation', async () => {
    const definers = await ask<{ name: string; config: string; open: boolean; body: string }>(`
      select proname as name, array_to_string(proconfig, ', ') as config, prosrc as body,
        exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) a where a.grantee = 0) as open
      from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`);
    expect(definers.map((one) => one.name)).toEqual([...queueFunctions, 'prune_audit', ...ownedFunctions].sort());
    for (const { name, config, open, body } of definers) {
      expect([name, open]).toEqual([name, false]);
      expect(config, name).toMatch(/^search_path=(public|pg_catalog), pg_temp(, enable_\w+=off)*$/);
      if (!queueFunctions.includes(name)) expect(body, name).toContain(`current_setting('app.org')`);
    }
  });

  it('cannot change or remove an audit entry', async () => {
    for (const role of roles)
      for (const right of ['update', 'delete', 'truncate'])
        expect(
          await ask(`select has_table_privilege('${role}', 'audit_log', '${right}') as may`),
          `${role} ${right}`,
        ).toEqual([{ may: false }]);
    const columns = await names(`select grantee || '.' || column_name as name from information_schema.column_privileges
      where table_name = 'audit_log' and privilege_type = 'UPDATE' and grantee in (${list})`);
    expect(columns).toEqual([]);
    await client.query('begin');
    await client.query('set local role sergak_app');
    await expect(client.query(`update audit_log set action = 'nothing.happened'`)).rejects.toThrow(/permission denied/);
    await client.query('rollback');
  });

  it('leave deleting old audit entries to the keeper, which cannot log in and is no member of another role', async () => {
    expect(
      await ask(`select rolcanlogin, rolsuper, rolbypassrls,
        exists (select from pg_auth_members m where m.member = r.oid) as inherits from pg_roles r where rolname = 'sergak_keeper'`),
    ).toEqual([{ rolcanlogin: false, rolsuper: false, rolbypassrls: false, inherits: false }]);
    expect(
      await names(
        `select proname as name from pg_proc p join pg_roles r on r.oid = p.proowner where rolname = 'sergak_keeper'`,
      ),
    ).toEqual(['prune_audit']);
    const may =
      await names(`select t || ' ' || r as name from unnest('{audit_log,audit_seals,audit_chains,employees}'::text[]) t,
      unnest('{insert,update,delete,truncate}'::text[]) r where has_table_privilege('sergak_keeper', t, r) order by 1`);
    expect(may).toEqual(['audit_chains update', 'audit_log delete', 'audit_seals delete']);
  });

  it('sergak_reader writes nothing', async () => {
    const writable = await names(`
      select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
        and (has_table_privilege('sergak_reader', c.oid, 'insert, update, delete, truncate') or has_any_column_privilege('sergak_reader', c.oid, 'insert, update'))`);
    expect(writable).toEqual([]);
    const functions = await names(
      `select proname as name from pg_proc p where pronamespace = 'public'::regnamespace and prosecdef and has_function_privilege('sergak_reader', p.oid, 'execute')`,
    );
    expect(functions).toEqual([]);
  });

  it('cannot create objects in the schema', async () => {
    for (const role of roles)
      expect(await ask(`select has_schema_privilege('${role}', 'public', 'create') as may`)).toEqual([{ may: false }]);
  });

  it('are the roles of the product’s pools', async () => {
    expect(inject('adminUrl')).toBeTruthy();
    await client.query('begin');
    await client.query('set local role sergak_app');
    await expect(client.query('select count(*) from employees')).rejects.toThrow(/app\.org/);
    await client.query('rollback');
  });
});

/** Unique constraints that no input of a person can violate, with the reason. Suffixes first, then single names. */
const internal: readonly (readonly [RegExp, string])[] = [
  [/_pkey$/, 'made by the database, or the pair that a write replaces on purpose'],
  [/_id_key$/, 'carries the composite foreign keys; the id alone is unique already'],
  [/_order$/, 'order numbers are given by the server, deferred'],
  [/_starter$/, 'the starter library is put in once per slug and language'],
  [/^(files_storage_key|campaign_recipients_tracking_key|api_tokens_token_hash)$/, 'random'],
  [/^departments_one_default$/, 'only the organisation itself makes its default department'],
  [
    /^(learners_once|campaign_recipients_once|campaign_emails_key)$/,
    'inserted with on conflict do nothing, or from a list without repetitions',
  ],
  [/^tracking_events_recipient$/, 'an event that is stored already is skipped'],
  [/^course_versions_number$/, 'numbered under a lock by publishing'],
  [/^(quiz_attempts_number|quiz_attempts_one_open)$/, 'numbered under a lock; a second start answers the open attempt'],
  [/^template_categories_slug$/, 'categories come with the starter library'],
  [/^(assignments|campaigns)_of_tag_action$/, 'made under a lock of the action'],
  [/^tag_action_runs_once$/, 'written with on conflict do update'],
  [/^(scorm_package_files_storage_key|scorm_sessions_token)$/, 'made from the id of an import, or random'],
  [/^scorm_packages_file$/, 'the same file is looked up first, under a lock of the import'],
  [/^scorm_registrations_number$/, 'numbered under a lock of the learner'],
  [/^(certificates_learner|report_deliveries_period_taken)$/, 'inserted with on conflict do nothing'],
  [/^certificates_number$/, '40 random bits'],
  [/^template_pictures_of_(template|page)$/, 'each stored file is new, or on conflict do nothing'],
  [/^notifications_open$/, 'raised under a lock of its kind, on conflict do nothing'],
  [/^assignments_of_campaign$/, 'a campaign assigns its course once, on conflict do nothing'],
];

describe('unique rules', () => {
  const uniques = () =>
    names(`select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and i.indisunique order by 1`);

  it('that a person can violate have an error code of their own', async () => {
    const without = (await uniques()).filter(
      (name) => !(name in constraintCodes) && !internal.some(([pattern]) => pattern.test(name)),
    );
    expect(without).toEqual([]);
  });

  it('with an error code exist', async () => {
    const there = new Set(await uniques());
    expect(Object.keys(constraintCodes).filter((name) => !there.has(name))).toEqual([]);
  });
});
