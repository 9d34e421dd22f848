import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

test.each([
  ['', 0, 'short'],
  ['a1b2', 1, 'short'],
  ['aaaaaaaaaaaa', 1, 'repeated'],
  ['qwerty2026!!', 1, 'repeated'],
  ['kuznetsova-1', 1, 'personal'],
  ['holodnik', 2, 'longer'],
  ['холодный чайник поёт', 4, 'great'],
  ['Zelen-dub-7', 3, 'good'],
])('%s is %i', (value, level, advice) => expect(strengthOf(value, ['kuznetsova'])).toEqual({ level, advice }));
