import { expect, test } from 'vitest';
import { openUpload, uploadLimits } from './upload-share.ts';

const owner = (person: string, organization: string) => ({ person, organization });
const rejectedBy = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('a person may have a few uploads at once; a place is free again when one ends', () => {
  const open = Array.from({ length: uploadLimits.person.requests }, () => openUpload(owner('a', 'o1')));
  expect(rejectedBy(() => openUpload(owner('a', 'o1')))).toBe('file.too_many_uploads');
  expect(rejectedBy(() => openUpload(owner('b', 'o1')).end())).toBeNull();
  open.pop()!.end();
  open.push(openUpload(owner('a', 'o1')));
  for (const one of open) one.end();
});

test('bytes are counted for the person and for the organisation', () => {
  const mine = openUpload(owner('a', 'o2'));
  mine.take(uploadLimits.person.bytes);
  expect(rejectedBy(() => mine.take(1))).toBe('file.too_many_uploads');
  mine.end();
  const people = Math.floor(uploadLimits.organization.bytes / uploadLimits.person.bytes);
  const all = Array.from({ length: people }, (_, n) => openUpload(owner(`p${n}`, 'o2')));
  for (const one of all) one.take(uploadLimits.person.bytes);
  const last = openUpload(owner('last', 'o2'));
  expect(rejectedBy(() => last.take(uploadLimits.person.bytes))).toBe('file.too_many_uploads');
  expect(rejectedBy(() => openUpload(owner('x', 'o3')).end())).toBeNull();
  for (const one of [...all, last]) one.end();
  const again = openUpload(owner('last', 'o2'));
  again.take(uploadLimits.person.bytes);
  again.end();
});
