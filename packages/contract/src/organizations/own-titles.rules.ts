/**
 * What every organisation begins with, its default department and tags, under titles that the specification fixes for each
 * language; the web shows them in the reader's own.
 */
export const ownTitles = {
  no_department: 'Без отдела',
  newbie: 'Новый сотрудник',
  not_registered: 'Не зарегистрирован',
  low_risk: 'Низкий риск',
  middle_risk: 'Средний риск',
  high_risk: 'Высокий риск',
  reports: 'отчеты',
} as const;
