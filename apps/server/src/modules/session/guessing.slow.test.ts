import { expect, test } from 'vitest';
import { platform, stored } from '../../../test/app.ts';
import { atTime } from '../../platform/clock.ts';
import type { OpenCtx } from '../../platform/context.ts';
import { countSignInTry } from './guessing.ts';

test(
  '2,000 people sign in for the first time from one address within ten minutes, and one in twenty mistypes and gives up',
  { timeout: 120_000 },
  async () => {
    const address = '198.51.100.200';
    const ctx = { platform: await platform(), request: { address } } as OpenCtx;
    const people = Array.from({ length: 2_000 }, (_, n) => `p${n}@nine-o-clock.test`);
    const signIn = async (email: string, number: number) => {
      const { countAsRight, countAsWrong } = await countSignInTry(ctx, email);
      await (number % 20 === 0 ? countAsWrong() : countAsRight());
    };
    await atTime(new Date(Math.ceil(Date.now() / 900_000) * 900_000), async () => {
      for (let from = 0; from < people.length; from += 100)
        await Promise.all(people.slice(from, from + 100).map((email, at) => signIn(email, from + at)));
    });
    const rows = await stored<{ hits: number }>('select hits from rate_windows where bucket = $1', [
      `login:failed:${address}`,
    ]);
    expect(rows).toEqual([{ hits: 100 }]);
  },
);
