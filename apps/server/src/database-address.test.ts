import { expect, test } from 'vitest';
import { readAddress } from './database-address.ts';

test.each([
  'postgres://u:p@h/db',
  'postgresql://h:5433/db?sslmode=require',
  'postgres:///db?host=/var/run/postgresql',
  'postgres://u@/db',
  'postgres://u:p@[::1]:5432/db?target_session_attrs=any',
  '/var/run/postgresql db',
  'socket:/tmp?db=x',
])('%s is left to the driver', (text) => {
  expect(readAddress(text)).toBeNull();
});

test.each([
  [
    'postgres://u:p%40s@a:5432,b:5433/db?target_session_attrs=read-write&sslmode=disable',
    ['a:5432', 'b:5433'],
    'read-write',
    'postgres://u:p%40s@localhost/db?sslmode=disable',
  ],
  ['postgres://a,b:6000/db', ['a:5432', 'b:6000'], 'any', 'postgres://localhost/db'],
  ['postgresql://u@[::1]:1,[fe80::2]/db', ['::1:1', 'fe80::2:5432'], 'any', 'postgresql://u@localhost/db'],
  ['postgres://u:p@/db?host=a,b,c&port=7', ['a:7', 'b:7', 'c:7'], 'any', 'postgres://u:p@localhost/db'],
  [
    'postgres:///db?host=a,b&port=1,2&target_session_attrs=primary',
    ['a:1', 'b:2'],
    'primary',
    'postgres://localhost/db',
  ],
  ['postgres://u:p@h/db?target_session_attrs=standby', ['h:5432'], 'standby', 'postgres://u:p@localhost/db'],
  ['postgres://%2Frun%2Fa,b/db', ['/run/a:5432', 'b:5432'], 'any', 'postgres://localhost/db'],
])('%s names several servers or demands one', (text, hosts, target, rest) => {
  const found = readAddress(text)!;
  expect(found.hosts.map(({ host, port }) => `${host}:${port}`)).toEqual(hosts);
  expect(found).toMatchObject({ target, rest });
});

test.each([
  ['mysql://u:geheim@h/db', /is no address/],
  ['geheim', /is no address/],
  ['postgres://u:geheim@a:1,b:x/db', /is no address/],
  ['postgres://u:geheim@a:1,b:70000/db', /wrong port/],
  ['postgres://u:geheim@/db?host=a,b,c&port=1,2', /3 hosts and 2 ports/],
  ['postgres://u:geheim@a,b/db?target_session_attrs=master', /target_session_attrs/],
])('%s is rejected without being shown', (text, reason) => {
  const read = () => readAddress(text);
  expect(read).toThrow(reason);
  expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('geheim') }));
});
