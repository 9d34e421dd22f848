/**
 * Titles of the default department and tags of every organisation. The specification fixes them for each
 * language; the web shows them in the reader's language.
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
