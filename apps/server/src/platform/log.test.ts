import { expect, test } from 'vitest';
import { createLog } from './log.ts';

const logged = (error: object): Record<string, unknown> => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'error' }, { write: (line) => void lines.push(line) });
  log.error({ err: Object.assign(new Error('failed'), error) }, 'a job failed');
  return JSON.parse(lines[0]!) as Record<string, unknown>;
};

test('the detail of a deadlock is logged: it names processes, not people', () => {
  const detail = 'Process 12 waits for ShareLock on transaction 345; blocked by process 13.';
  const line = logged({ code: '40P01', detail, where: 'while locking tuple (0,1) in relation "campaign_recipients"' });
  expect(line['deadlock']).toEqual({ detail, where: expect.stringContaining('campaign_recipients') });
});

test('the detail of any other database error is removed: it may hold personal data', () => {
  const line = logged({ code: '23505', detail: 'Key (email)=(anna@acme.test) already exists.' });
  expect(JSON.stringify(line)).not.toContain('anna@acme.test');
});
