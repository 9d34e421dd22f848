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
export const read = async (officer: Person, text: string | Buffer) => {
  const started = await call('imports.read', officer, {}, await upload(text));
  await runJobs('employees.read-import', officer.organization_id);
  return started;
};
export const apply = async (officer: Person, event_id: string, how: object = {}) => {
  const started = await call('imports.apply', officer, { event_id, ...how });
  await runJobs('employees.apply-import', officer.organization_id);
  return call('events.get', officer, { id: started.event_id });
};
export const HEAD = 'Фамилия;Имя;Отчество;Почта;Должность;Подразделение;Роль\n';
export const start = async (usersLimit?: number) => {
  const org = await make.organization({ usersLimit });
  return { org, officer: await make.operator(org), at: (name: string) => `${name}@${org.domain}` };
};
export const reasonsOf = async (officer: Person, id: string) =>
  Object.fromEntries(
    (await call('imports.rows', officer, { id, verdict: 'refused' })).data.map((row) => [row.line, row.reasons]),
  );
