import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

const ids = (list: readonly string[]) => `{${list.join(',')}}`;

/** A tag locked for a change. */
export const lockTag = (tx: Tx, id: string) =>
  tx.selectFrom('tags').select(['id', 'title', 'type', 'color', 'is_active', 'is_system', 'version']).where('id', '=', id).forUpdate().executeTakeFirst();

export const insertTag = async (tx: Tx, tag: { title: string; color: string }): Promise<string> => {
  const row = await tx.insertInto('tags').values({ ...tag, type: 'arbitrary', created_at: now() }).returning('id').executeTakeFirstOrThrow();
  return row.id;
};

export const updateTag = (tx: Tx, id: string, changes: Partial<Pick<Tag, 'title' | 'color' | 'is_active'>>) =>
  tx.updateTable('tags').set({ ...changes, version: sql`version + 1` }).where('id', '=', id).execute();

export const deleteTag = (tx: Tx, id: string) => tx.deleteFrom('tags').where('id', '=', id).execute();

/** Puts living people under a tag; who is there already stays. Answers how many joined. */
export const addMembers = async (tx: Tx, tagId: string, people: readonly string[]): Promise<number> => {
  const { rows } = await sql`
    insert into tag_employees (tag_id, employee_id, joined_at)
    select ${tagId}, e.id, ${now()} from employees e where e.id = any(${ids(people)}::uuid[]) and e.deleted_at is null
    on conflict do nothing returning employee_id`.execute(tx);
  return rows.length;
};

/** Puts new people under the tags that fill themselves on creation: newcomers, and those not registered yet. */
export const addNewcomers = (tx: Tx, people: readonly string[]) =>
  sql`
    insert into tag_employees (tag_id, employee_id, joined_at)
    select t.id, e.id, ${now()} from employees e join tags t
      on t.type = 'newbie' or (t.type = 'not_registered' and not e.is_registered)
    where e.id = any(${ids(people)}::uuid[])
    on conflict do nothing`.execute(tx);

export const removeMembers = async (tx: Tx, tagId: string, people: readonly string[]): Promise<number> => {
  const { rows } = await sql`
    delete from tag_employees where tag_id = ${tagId} and employee_id = any(${ids(people)}::uuid[]) returning employee_id`.execute(tx);
  return rows.length;
};
