import { expect, test } from 'vitest';
import { type Begun, firstSteps, listedSteps, stepAfter } from './first-steps.rules.ts';

const nothing: Begun = { domain: false, mail: false, staff: false, campaign: false, course: false };
const everything: Begun = { domain: true, mail: true, staff: true, campaign: true, course: true };
const open = (begun: Begun) =>
  firstSteps(begun)
    ?.filter(({ ready }) => !ready)
    .map(({ id }) => id);

test('a domain is verified and a mail server set before employees are imported and emails are sent', () => {
  expect(open(nothing)).toEqual(['domain', 'mail', 'staff', 'campaign', 'course']);
});

test.each(['domain', 'mail', 'staff', 'campaign', 'course'] as const)('without %s one is not ready', (id) => {
  expect(open({ ...everything, [id]: false })).toEqual([id]);
  expect(open(everything)).toEqual([]);
});

test('no steps are returned while a part is not known', () => {
  expect(firstSteps({ ...everything, mail: undefined })).toBeUndefined();
});

test('an organisation that trains its people sees only the open steps', () => {
  const listed = (begun: Begun) => listedSteps(firstSteps(begun)!).map(({ id }) => id);
  expect(listed({ ...everything, mail: false })).toEqual(['mail']);
  expect(listed({ ...nothing, domain: true })).toHaveLength(5);
  expect(listed({ ...everything, mail: false, course: false })).toHaveLength(5);
});

test('the step after another is the next open one, then one that was left out', () => {
  const after = (begun: Begun, id: keyof Begun) => stepAfter(firstSteps(begun)!, id)?.id;
  expect(after(nothing, 'domain')).toBe('mail');
  expect(after({ ...nothing, mail: true, staff: true }, 'domain')).toBe('campaign');
  expect(after({ ...everything, mail: false }, 'course')).toBe('mail');
  expect(after({ ...everything, course: false }, 'course')).toBeUndefined();
});
