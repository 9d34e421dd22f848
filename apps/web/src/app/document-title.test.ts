import { expect, test } from 'vitest';
import { sectionOf, titleOf } from './document-title.ts';

test('a title names the thing, the page of the menu and the product, each once', () => {
  expect(titleOf([' Валиева \n Лола', 'Сотрудники', 'Sergak'])).toBe('Валиева Лола · Сотрудники · Sergak');
  expect(titleOf(['Сотрудники', null, 'Sergak'])).toBe('Сотрудники · Sergak');
  expect(titleOf(['Сотрудники', 'Сотрудники', 'Sergak'])).toBe('Сотрудники · Sergak');
  expect(titleOf(['', undefined, 'Sergak'])).toBe('Sergak');
});

test('a page belongs to the page of the menu or of the bar whose address it continues', () => {
  expect(sectionOf('/lk/admin/staff/employees/1')).toBe('staff.employees');
  expect(sectionOf('/lk/admin/staff/employees')).toBeUndefined();
  expect(sectionOf('/lk/admin/phishing/phishing-by-tags/campaigns/1/statistics')).toBe('phishing.by-tags');
  expect(sectionOf('/lk/user/learning/courses/1/modules/2')).toBe('learner.courses');
  expect(sectionOf('/lk/auth/login')).toBeUndefined();
  // Pages without a line of their own.
  expect(sectionOf('/lk/admin/learning/modules')).toBe('learning.themes');
  expect(sectionOf('/lk/admin/learning/modules/1')).toBe('learning.themes');
  expect(sectionOf('/lk/admin/phishing/suspicious/verify')).toBe('phishing.suspicious');
});
