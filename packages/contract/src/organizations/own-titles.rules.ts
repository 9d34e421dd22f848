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

/** Whether the title of a person's department says that the person has none. */
export const isNoDepartment = (title: string): boolean => title === '' || title === ownTitles.no_department;
