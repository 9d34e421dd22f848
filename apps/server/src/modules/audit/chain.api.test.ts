import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type KyselyPlugin, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readSheet } from '@sergak/sheets/read-sheet.ts';
import { call, inOrganization, platform, queued, runJobs, stored, withOwnPlatform } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { writeAudit } from '../../platform/audit.ts';
import { inSystem } from '../../platform/db.ts';
import { verifyChain, sweepAudit } from './chain.service.ts';
import { verifyAll } from './public.ts';

withOwnPlatform();

const ready = async (lines = 5) => {
  const org = await make.organization();
  const boss = await make.employee(org, { role: 'super_user' });
  const write = (action: string) =>
    inOrganization(org.id, 'write', (tx) =>
      writeAudit(
        tx,
        { action, actorId: boss.id, actorName: 'Анна', address: '127.0.0.1' },
        { kind: 'tag', title: 'x', changes: { life_days: [1, 2], title: [null, 'ё'] }, details: { affected: 2 } },
      ),
    );
  for (let i = 0; i < lines; i++) await write(`test.line_${i}`);
  const seal = async () => sweepAudit(await platform());
  const verify = () => call('audit.verify', boss, {});
  return { org, boss, write, seal, verify };
};
/** Changes that a person with the database owner's role could make, bypassing the product. */
const tamper = (query: string, values: unknown[]) => stored(query, values);

describe('the chain', () => {
  it('has pending entries, then seals, and can be verified', async () => {
    const { seal, verify } = await ready();
    expect(await verify()).toMatchObject({ rows: 0, pending: 5, head: null, broken: null });
    await seal();
    const verdict = await verify();
    expect(verdict).toMatchObject({ rows: 5, pending: 0, last_number: 5, broken: null });
    expect(verdict.head).toMatch(/^[0-9a-f]{64}$/);
    await seal();
    expect(await verify()).toEqual(verdict);
  });

  it.each([
    [
      'a changed entry',
      `update audit_log set actor_name = 'Борис' where organization_id = $1 and action = 'test.line_2'`,
      { number: 3, reason: 'changed' },
    ],
    [
      'a changed detail',
      `update audit_log set changes = '[{"field": "title", "before": null, "after": "e"}]' where organization_id = $1 and action = 'test.line_1'`,
      { number: 2, reason: 'changed' },
    ],
    [
      'a changed kind',
      `update audit_log set target_kind = 'course' where organization_id = $1 and action = 'test.line_1'`,
      { number: 2, reason: 'changed' },
    ],
    [
      'a changed target',
      `update audit_log set target_id = organization_id where organization_id = $1 and action = 'test.line_1'`,
      { number: 2, reason: 'changed' },
    ],
    [
      'a changed title',
      `update audit_log set target_title = 'y' where organization_id = $1 and action = 'test.line_1'`,
      { number: 2, reason: 'changed' },
    ],
    [
      'a changed count',
      `update audit_log set details = '{"affected": 3}' where organization_id = $1 and action = 'test.line_1'`,
      { number: 2, reason: 'changed' },
    ],
    [
      'a changed time',
      `update audit_log set created_at = created_at + interval '1 microsecond' where organization_id = $1 and action = 'test.line_4'`,
      { number: 5, reason: 'changed' },
    ],
    [
      'a removed entry',
      `delete from audit_log where organization_id = $1 and action = 'test.line_1'`,
      { number: 2, reason: 'missing' },
    ],
    [
      'an entry removed with its seal',
      `with gone as (delete from audit_log where organization_id = $1 and action = 'test.line_1' returning id) delete from audit_seals s using gone where s.log_id = gone.id`,
      { number: 3, reason: 'gap' },
    ],
    [
      'a changed seal',
      `update audit_seals set hash = sha256('x') where organization_id = $1 and number = 4`,
      { number: 4, reason: 'changed' },
    ],
    [
      'a removed end',
      `with gone as (delete from audit_seals where organization_id = $1 and number = 5 returning log_id) delete from audit_log l using gone where l.id = gone.log_id`,
      { number: 5, reason: 'head' },
    ],
    [
      'an inserted entry',
      `with slipped as (insert into audit_log (organization_id, action, target_kind) values ($1, 'test.slipped', 'tag') returning id) delete from audit_pending where false`,
      null,
    ],
  ] as const)('shows %s', async (_, query, broken) => {
    const { org, seal, verify } = await ready();
    await seal();
    await tamper(query, [org.id]);
    if (broken) return expect((await verify()).broken).toMatchObject(broken);
    await tamper('delete from audit_pending where organization_id = $1', [org.id]);
    expect((await verify()).broken).toMatchObject({ reason: 'unsealed' });
  });

  it('does not block writers of the same organisation during a long transaction', async () => {
    const { org, write, seal, verify } = await ready(1);
    await inOrganization(org.id, 'write', async (tx) => {
      await writeAudit(tx, { action: 'test.long', actorId: null, actorName: 'x' }, { kind: 'mailbox' });
      // While this transaction is open, other entries of the organisation are written and sealed.
      for (let i = 0; i < 20; i++) await write(`test.meanwhile_${i}`);
      await seal();
      expect(await verify()).toMatchObject({ rows: 21, pending: 0, broken: null });
    });
    await seal();
    expect(await verify()).toMatchObject({ rows: 22, pending: 0, broken: null });
  });

  it('stays one chain with many concurrent writers and sealers', async () => {
    const { write, seal, verify } = await ready(0);
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => Promise.all([write(`test.line_${i}`), i % 5 === 0 ? seal() : null])),
    );
    await seal();
    expect(await verify()).toMatchObject({ rows: 40, last_number: 40, pending: 0, broken: null });
  });

  it('raises no false alarm when entries are sealed between two steps of the verification', async () => {
    const { org, write, seal } = await ready(3);
    await seal();
    let steps = 0;
    const between: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (steps++ < 2) {
          await write(`test.meanwhile_${steps}`);
          await seal();
        }
        return result;
      },
    };
    const verdict = await inSystem((await platform()).db, (tx) =>
      verifyChain(tx.withPlugin(between) as typeof tx, org.id),
    );
    expect(steps).toBeGreaterThan(2);
    expect(verdict).toMatchObject({ rows: 5, broken: null });
  });

  it('is sealed for other organisations if one chain fails', async () => {
    const [stuck, other] = [await ready(1), await ready(1)];
    await stuck.seal();
    await stuck.write('test.next');
    // A seal with the next number already exists, so sealing fails with an error.
    await tamper(`insert into audit_seals (organization_id, number, log_id, hash) values ($1, 2, 0, sha256('x'))`, [
      stuck.org.id,
    ]);
    await other.write('test.next');
    await expect(other.seal()).rejects.toThrow(/audit_seals/);
    expect(await other.verify()).toMatchObject({ rows: 2, pending: 0, broken: null });
    await tamper(`delete from audit_seals where organization_id = $1 and number = 2`, [stuck.org.id]);
  });

  it('begins at its checkpoint once entries older than three years are pruned, and not a day earlier', async () => {
    const { org, write, seal, verify } = await ready(3);
    await tamper(`update audit_log set created_at = now() - interval '3 years 1 day' where organization_id = $1`, [
      org.id,
    ]);
    await write('test.young');
    await tamper(
      `update audit_log set created_at = now() - interval '2 years 364 days' where organization_id = $1 and action = 'test.young'`,
      [org.id],
    );
    await write('test.new');
    await seal();
    expect(await verify()).toMatchObject({ rows: 2, last_number: 5, checkpoint_number: 3, broken: null });
    expect(
      (await stored('select action from audit_log where organization_id = $1 order by id', [org.id])).map(
        (row) => (row as { action: string }).action,
      ),
    ).toEqual(['test.young', 'test.new']);
    await tamper(`update audit_chains set checkpoint = sha256('x') where organization_id = $1`, [org.id]);
    expect((await verify()).broken).toMatchObject({ number: 4, reason: 'changed' });
  });

  it('cannot be changed by the database roles of the product', async () => {
    const { org, seal } = await ready();
    await seal();
    const on = await platform();
    for (const statement of [
      'update audit_seals set number = 9',
      'delete from audit_seals',
      'delete from audit_log',
      `update audit_log set action = 'x'`,
    ]) {
      await expect(
        inSystem(on.db, (tx) => sql.raw(statement).execute(tx)),
        statement,
      ).rejects.toThrow(/permission denied/);
      await expect(
        inOrganization(org.id, 'write', (tx) => sql.raw(statement).execute(tx)),
        statement,
      ).rejects.toThrow(/permission denied/);
    }
  });

  it('is verified by super users only, and for all organisations by the command', async () => {
    const { org, seal } = await ready();
    await seal();
    await tamper(`update audit_log set target_title = 'y' where organization_id = $1 and action = 'test.line_0'`, [
      org.id,
    ]);
    const admin = await make.employee(org, { role: 'system_admin' });
    await expect(call('audit.verify', admin, {})).rejects.toMatchObject({ code: 'session.forbidden' });
    const mine = (await verifyAll((await platform()).db)).find((one) => one.id === org.id);
    expect(mine?.verdict.broken).toMatchObject({ number: 1, reason: 'changed' });
  });
});

describe('the export', () => {
  it('contains exactly the entries that matched when it was ordered, with seals and the head', async () => {
    const { org, boss, write, seal } = await ready();
    await seal();
    const { task_id } = await call('audit.report', boss, { search: 'line_', action: 'test.line_3' });
    const all = await call('audit.report', boss, { search: 'line_' });
    await write('test.line_later');
    expect((await queued('audit.write-export', org.id)).length).toBe(2);
    await runJobs('audit.write-export', org.id);
    const read = async (id: string) => {
      const event = await call('tasks.get', boss, { id });
      expect(event.status).toBe('success');
      const file = await call('files.get', boss, { id: (event.result as { file_id: string }).file_id });
      const path = join(await mkdtemp(join(tmpdir(), 'sergak-audit-')), 'log.xlsx');
      await writeFile(path, await buffer(file.stream));
      const rows: string[][] = [];
      for await (const row of readSheet(path, { signal: new AbortController().signal })) rows.push(row.cells);
      return rows;
    };
    const one = await read(task_id);
    expect(one.slice(1).map((row) => row[7])).toEqual(['test.line_3']);
    const rows = await read(all.task_id);
    expect(rows.slice(1).map((row) => row[7])).toEqual([4, 3, 2, 1, 0].map((n) => `test.line_${n}`));
    expect(rows[1]![12]).toBe('5');
    const [newest] = await stored<{ hash: string }>(
      `select encode(hash, 'hex') as hash from audit_seals where organization_id = $1 and number = 5`,
      [org.id],
    );
    expect(rows[1]![13]).toBe(newest!.hash);
    expect((await call('audit.list', boss, { action: 'audit.exported' })).total_count).toBe(2);
  });
});

describe('the list', () => {
  it('filters by person and pages by twenty', async () => {
    const { boss } = await ready(25);
    const page = await call('audit.list', boss, {});
    expect([page.data.length, page.total_count]).toEqual([20, 25]);
    expect((await call('audit.list', boss, { actor_id: boss.id, offset: 20 })).data).toHaveLength(5);
    expect((await call('audit.list', boss, { actor_id: '0b2ad0de-0000-4000-8000-000000000000' })).total_count).toBe(0);
    expect((await call('audit.actors', boss, { search: 'анн' })).data).toEqual([{ id: boss.id, name: 'Анна' }]);
  });
});
