import type { ColumnMap, ImportField } from '@sergak/contract/employees/imports.schema.ts';

/** Headings of the columns in the files of HR departments, in three languages; ё counts as е. */
const headings: Record<ImportField, readonly string[]> = {
  last_name: [
    'фамилия',
    'фамилия сотрудника',
    'last name',
    'surname',
    'family name',
    'lastname',
    'familiya',
    'familiyasi',
  ],
  first_name: ['имя', 'имя сотрудника', 'first name', 'given name', 'firstname', 'name', 'ism', 'ismi'],
  middle_name: [
    'отчество',
    'отчество сотрудника',
    'middle name',
    'patronymic',
    'middlename',
    'otasining ismi',
    'sharifi',
    'sharif',
  ],
  full_name: [
    'фио',
    'ф и о',
    'сотрудник',
    'полное имя',
    'фамилия имя отчество',
    'full name',
    'fullname',
    'employee',
    'fish',
    'f i sh',
    'toliq ism',
    'xodim',
  ],
  email: [
    'почта',
    'e mail',
    'email',
    'mail',
    'эл почта',
    'электронная почта',
    'адрес электронной почты',
    'адрес эл почты',
    'емейл',
    'имейл',
    'корпоративная почта',
    'email address',
    'e mail address',
    'pochta',
    'elektron pochta',
    'elektron manzil',
  ],
  position: ['должность', 'позиция', 'position', 'job title', 'title', 'lavozim', 'lavozimi'],
  department: [
    'подразделение',
    'отдел',
    'департамент',
    'структурное подразделение',
    'путь',
    'department',
    'unit',
    'division',
    'bolim',
    'bolimi',
    'bolinma',
  ],
  role: ['роль', 'role', 'rol', 'roli'],
};

const plain = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/['ʻʼ’‘`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Detects the field of each column by its heading. If two columns have the same field, the first column counts. */
export const detectColumns = (headers: readonly string[]): ColumnMap => {
  const map: ColumnMap = {};
  headers.forEach((heading, column) => {
    const words = plain(heading);
    const field = (Object.keys(headings) as ImportField[]).find((one) => headings[one].includes(words));
    if (field && map[field] === undefined) map[field] = column;
  });
  return map;
};
