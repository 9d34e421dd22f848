import { expect, test } from 'vitest';
import { diagnosisCodes, diagnosisSteps } from '@sergak/contract/settings/settings.rules.ts';
import { languages, readLocales } from '../../../../../scripts/locale-files.ts';

test.each(languages)(
  'every way in which reaching a mail server can end has its sentence and its advice: %s',
  (language) => {
    const texts = readLocales(language).get('settings__mail')!;
    const wanted = diagnosisCodes.flatMap((code) => [`code.${code}.what`, `code.${code}.do`]);
    const steps = diagnosisSteps.map((step) => `diagnosis.step.${step}`);
    const found = [...texts.keys()].filter((key) => key.startsWith('code.') || key.startsWith('diagnosis.step.'));
    expect(found.sort()).toEqual([...wanted, ...steps].sort());
    expect([...texts.values()].filter((text) => text.trim() === '')).toEqual([]);
  },
);
