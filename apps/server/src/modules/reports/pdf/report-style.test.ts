import { expect, test } from 'vitest';
import { percentIn } from './report-style.ts';

test.each([
  ['ru', '1,7\u00a0%', '99\u00a0%'],
  ['en', '1.7%', '99%'],
  ['uz', '1,7%', '99%'],
])('a report in %s rounds shares like the web', (language, small, nearlyAll) => {
  const percent = percentIn(language);
  expect([percent(1.74), percent(99.8)]).toEqual([small, nearlyAll]);
});
