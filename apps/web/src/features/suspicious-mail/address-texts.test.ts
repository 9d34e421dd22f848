import { expect, test } from 'vitest';
import { mailboxCodes, mailboxSteps } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { languages, readLocales } from '../../../../../scripts/locale-files.ts';

test.each(languages)(
  'every way in which reading a mailbox can fail has its sentence and its advice: %s',
  (language) => {
    const texts = readLocales(language).get('suspicious__address')!;
    const wanted = mailboxCodes.flatMap((code) => [`code.${code}.what`, `code.${code}.do`]);
    const steps = mailboxSteps.map((step) => `diagnosis.step.${step}`);
    const found = [...texts.keys()].filter((key) => key.startsWith('code.') || key.startsWith('diagnosis.step.'));
    expect(found.sort()).toEqual([...wanted, ...steps].sort());
    expect([...texts.values()].filter((text) => text.trim() === '')).toEqual([]);
  },
);
