import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cloneDatabase } from './database.ts';
import { readSignIns } from './first-start.ts';
import { freePorts } from './free-ports.ts';

// `npm run dev` as a developer runs it, but on other ports.

const root = join(import.meta.dirname, '../../..');

test('npm run dev: the page calls the server, may frame its previews, and everything ends with npm', async () => {
  const [server, content, phishing, operations, web] = (await freePorts(5)).map(String) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const data = mkdtempSync(join(tmpdir(), 'sergak-dev-'));
  const npm = spawn('npm', ['run', 'dev'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      ...process.env,
      DATABASE_URL: await cloneDatabase(),
      SERGAK_DATA: data,
      SERGAK_DEMO: 'false',
      SERGAK_PORT: server,
      SERGAK_CONTENT_PORT: content,
      SERGAK_PHISHING_PORT: phishing,
      SERGAK_OPERATIONS_PORT: operations,
      SERGAK_WEB_PORT: web,
    },
  });
  const gone = once(npm, 'close'); // closed once the last child process has released the output
  let printed = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  onTestFinished(async () => {
    try {
      process.kill(-npm.pid!, 'SIGTERM');
    } catch {
      // Everything has ended by itself.
    }
    await gone;
  });
  for (const words of ['Ctrl+C stops everything', 'ready in'])
    while (!printed.includes(words))
      await Promise.race([once(npm.stdout, 'data'), gone.then(() => Promise.reject(new Error(printed)))]);

  const page = `http://127.0.0.1:${web}`;
  expect(/Portal\s+(\S+)/.exec(printed)![1]).toBe(`${page}/lk/`);
  expect(await (await fetch(`${page}/lk/`)).text()).toContain('/lk/@vite/client');
  const { email, password } = readSignIns(data, 'first-sign-in.json')!;
  const signIn = await fetch(`${page}/lk/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'sergak', origin: page },
    body: JSON.stringify({ email, password }),
  });
  expect(signIn.status).toBe(200);
  const preview = await fetch(`http://127.0.0.1:${content}/preview/unknown`);
  expect(preview.headers.get('content-security-policy')).toContain(`frame-ancestors ${page};`);

  npm.kill('SIGTERM');
  await gone;
  for (const port of [server, web]) await expect(fetch(`http://127.0.0.1:${port}/lk/`)).rejects.toThrow('fetch failed');
}, 120_000);
