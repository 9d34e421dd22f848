import { expect, it } from 'vitest';
import { tracesIn } from './check-traces.ts';

it.each([
  'see /home/somebody/project/a.ts',
  "const folder = '/Users/somebody/x';",
  'cd /root/builds/a',
  '"resolved": "https://registry.example.org/a/-/a-1.0.0.tgz"',
  'http://nexus.example.test/repository/npm',
  '//npm.example.test/:_authToken=abc',
])('notices %s', (text) => expect(tracesIn(`first\n${text}`)).toHaveLength(1));

it('finds the names of the machine it runs on', () =>
  expect(tracesIn('built on build-host-7', ['build-host-7'])).toEqual(['1: build-host-7']));

it.each([
  'GET /lk/api/v2/home/items/',
  '/usr/lib/postgresql',
  'a/home/page.tsx',
  "'/tmp/sergak-x'",
  'docker: /home/node/app/data',
  'https://example.test/home/x/',
])('lets %s stand', (text) => expect(tracesIn(text)).toEqual([]));
