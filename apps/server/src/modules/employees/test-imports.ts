import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, runJobs, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';

export const upload = async (text: string | Buffer, name = 'staff.csv') => {
  const path = join(tmpdir(), `${randomUUID()}.csv`);
  await writeFile(path, text);
  return { file: { path, name, type: 'text/csv', size: Buffer.byteLength(text) } };
};
export const read = async (administrator: Person, text: string | Buffer) => {
  const started = await call('imports.read', administrator, {}, await upload(text));
  await runJobs('employees.read-import', administrator.organization_id);
  return started;
};
export const apply = async (administrator: Person, task_id: string, how: object = {}) => {
  const started = await call('imports.apply', administrator, { task_id, ...how });
  await runJobs('employees.apply-import', administrator.organization_id);
  return call('tasks.get', administrator, { id: started.task_id });
};
export const HEAD = 'Фамилия;Имя;Отчество;Почта;Должность;Подразделение;Роль\n';
export const start = async (usersLimit?: number) => {
  const org = await make.organization({ usersLimit });
  return { org, administrator: await make.operator(org), at: (name: string) => `${name}@${org.domain}` };
};
export const reasonsOf = async (administrator: Person, id: string) =>
  Object.fromEntries(
    (await call('imports.rows', administrator, { id, verdict: 'rejected' })).data.map((row) => [row.line, row.reasons]),
  );
