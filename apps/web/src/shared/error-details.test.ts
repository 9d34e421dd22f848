import { expect, test } from 'vitest';
import { errorDetails } from '@sergak/contract/error-details.ts';
import { languages, readLocales } from '../../../../scripts/locale-files.ts';

test.each(languages)('each value in the text of an error is one of its details: %s', (language) => {
  const unknown: string[] = [];
  let values = 0;
  for (const [code, text] of readLocales(language).get('global_errors')!)
    for (const [, name] of text.matchAll(/\{\{(\w+)\}\}/g)) {
      values += 1;
      const schema = errorDetails[code as keyof typeof errorDetails] as { shape?: object } | undefined;
      if (!(name! in (schema?.shape ?? {}))) unknown.push(`${code}: ${name}`);
    }
  expect(unknown).toEqual([]);
  expect(values).toBeGreaterThan(3);
});
