import { expect, test } from 'vitest';
import en from '../../../locales/en/tips.json' with { type: 'json' };
import ru from '../../../locales/ru/tips.json' with { type: 'json' };
import uz from '../../../locales/uz/tips.json' with { type: 'json' };

/** Keys of document 1, section 10, whose actions the web has. */
const specified = {
  course: ['update', 'delete', 'assign', 'complete'],
  employess: ['create', 'update', 'delete', 'delete_many', 'reinvite'],
  report: ['success'],
} as const;

test.each([
  ['ru', ru],
  ['en', en],
  ['uz', uz],
])('tips are spelled as the specification spells them (%s)', (_, tips) => {
  for (const [part, keys] of Object.entries(specified))
    expect(Object.keys(tips[part as keyof typeof specified])).toEqual(expect.arrayContaining([...keys]));
});
