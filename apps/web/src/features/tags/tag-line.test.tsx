// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import words from '../../../../../locales/ru/tags.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { draw } from '../../shared/ui/testing.tsx';
import { TagLine } from './tag-line.tsx';

beforeAll(() => addTexts('ru', 'tags', words));
const line = async (steps: Tag['steps']): Promise<string> => {
  const { root, end } = await draw(<TagLine tag={{ type: 'arbitrary', is_system: false, steps } as Tag} />);
  const shown = root.querySelector('ol, p')?.textContent ?? '';
  end();
  return shown;
};

test('a tag says what it does by days; an answer of an earlier release says nothing', async () => {
  const text = await line([
    { type: 'course', day: 0 },
    { type: 'phishing', day: 14 },
  ]);
  expect(text).toContain(words.line.day.replace('{{day}}', '14'));
  expect(text).toContain(words.line.phishing);
  expect(await line([])).toBe(words.line.nothing);
  expect(await line(undefined)).toBe('');
});
