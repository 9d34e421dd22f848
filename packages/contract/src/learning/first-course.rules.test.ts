import { expect, test } from 'vitest';
import { firstCourse } from './first-course.rules.ts';

const TODAY = '2026-11-23';
const course = (title: string, more: object = {}) => ({
  title,
  status: 'active' as const,
  deadline: '2027-01-31',
  overdue: false,
  paused: false,
  started_at: null as string | null,
  completed_at: null as string | null,
  next: { step_id: '1', kind: 'theory' as const, module_id: null, title: '', slide: 0 },
  ...more,
});
const first = (...courses: ReturnType<typeof course>[]) => {
  const found = firstCourse(courses, TODAY);
  return found && [found.course.title, found.reason];
};

test('what is overdue comes first, then what is due soon, then what was begun, then the nearest deadline', () => {
  const fresh = course('новый');
  const begun = course('начатый', { started_at: '2026-11-20' });
  const soon = course('скоро', { deadline: '2026-11-30' });
  const late = course('поздний', { overdue: true, deadline: '2026-11-20' });
  expect(first(fresh, course('ближе', { deadline: '2027-01-30' }))).toEqual(['ближе', 'begin']);
  expect(first(fresh, begun)).toEqual(['начатый', 'continue']);
  expect(first(fresh, begun, soon)).toEqual(['скоро', 'soon']);
  expect(first(fresh, begun, soon, late)).toEqual(['поздний', 'overdue']);
});

test('finished, closed and planned courses are never first, and a paused one only if nothing else is left', () => {
  const paused = course('пауза', { paused: true, deadline: '2026-11-20', started_at: '2026-11-01' });
  expect(first(paused, course('новый'))).toEqual(['новый', 'begin']);
  expect(first(paused)).toEqual(['пауза', 'continue']);
  expect(
    first(
      course('готов', { completed_at: '2026-11-20' }),
      course('закрыт', { status: 'completed' }),
      course('план', { next: null }),
    ),
  ).toBeUndefined();
});
