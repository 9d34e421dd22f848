import type { ImportField } from '@sergak/contract/employees/imports.schema.ts';

/**
 * Headings in files of HR departments, directories and mail programs, in three languages. Of two columns with the same field, the
 * one in the earlier group wins: `mail` before `userPrincipalName`, «Job title» before «Title».
 */
const words: Record<ImportField, readonly string[]> = {
  last_name: [
    'фамилия, фам, last name, surname, family name, legal last name, legal name last name, last name legal name, sn, familiya, familiyasi, familiyangiz, фамилияси, тегі',
  ],
  first_name: [
    'имя, first name given name, имя и отчество, имя отчество, first name, given name, legal first name, legal name first name, preferred first name, preferred name first name, forename, ism, ismi, исм, исми, аты',
    'name',
  ],
  middle_name: [
    'отчество, middle name, patronymic, second name, additional name, отч, otasining ismi, otasi ismi, ота исми, sharifi, sharif, шариф, шарифи, отасининг исми, әкесінің аты',
  ],
  full_name: [
    'фио, ф и о, фио одной колонкой, фио одним столбцом, сотрудник, работник, полное имя, фио полностью, исми шарифи, исм шариф, ismi sharifi, ism sharif, фамилия имя отчество, фамилия имя, имя и фамилия, имя фамилия, физическое лицо, физлицо, ' +
      'name and surname, фамилия и о, фамилия инициалы, данные сотрудника, full name, full name in one column, employee, employee name, worker, worker name, person, contact name, name of employee or applicant, ' +
      'fish, f i sh, fio, f i o, familiya ism sharif, familiyasi ismi sharifi, toliq ism, toliq ismi, toliq ism bitta ustunda, xodim, xodimning fish, ' +
      'фиш, ф и ш, фамилия исм шариф, тўлиқ исм, тўлиқ исми, ходим, аты жөні, тегі аты жөні',
    'display name, отображаемое имя, краткое имя, имя для отображения, file as, наименование, common name, cn',
    'email display name, отображаемое имя эл почты, отображаемое имя электронной почты, краткое имя эл почты',
  ],
  email: [
    'почта, e mail, email, mail, e mail адрес, адрес e mail, email manzil, email manzili, e mail manzili, эл почта, электронная почта, адрес электронной почты, адрес эл почты, адрес почты, почтовый адрес, емейл, имейл, ' +
      'адрес электронной почты 1, электронный адрес, эл адрес, email address, mail address, primary smtp address, smtp address, email id, ' +
      'email 1 value, email 1, primary email address, pochta, elektron pochta, elektron pochtasi, elektron pochta manzili, elektron manzil, ' +
      'elektron manzili, pochta manzili, e pochta, электрон почта, электрон почтаси, электрон почта манзили, электрон манзил, электрон манзили, ' +
      'почта манзили, э почта, электрондық пошта, пошта, корп почта, электр почта, mail адрес, почтовый ящик, адрес почтового ящика, ' +
      'электронный почтовый адрес, user email, member email, contact e mail, email login, login email, internet address, primary smtp, ' +
      'ish pochtasi, xizmat pochtasi, korporativ pochta, xodim e maili, elektron pochta manzilingiz, иш почтаси, хизмат почтаси, корпоратив почта',
    'mailbox, windows email address, email addresses, proxy addresses, email aliases',
    'user principal name, upn, username, login, логин, имя субъекта пользователя, имя участника пользователя',
  ],
  position: [
    'должность, занимаемая должность, egallab turgan lavozimi, эгаллаб турган лавозими, job, профессия, профессия должность, штатная единица, наименование должности, название должности, позиция, lavozim nomi, лавозим номи, штатная должность, должность по штатному расписанию, position, position title, job title, job position, designation, ' +
      'organization 1 title, organization title, lavozim, lavozimi, лавозим, лавозими, лауазымы',
    'title',
  ],
  department: [
    'подразделение, отдел, отдел подразделение, подразделение отдел, наименование подразделения, название подразделения, наименование отдела, название отдела, bolim nomi, bolinma nomi, бўлим номи, бўлинма номи, департамент, структурное подразделение, подразделение организации, путь, ' +
      'department, department name, dept, dept name, organizational unit, org unit, supervisory organization, organization 1 department, ' +
      'organization department, bolim, bolimi, bolinma, bolinmasi, tarkibiy bolinma, tarkibiy bolinmasi, boshqarma, departament, ' +
      'бўлим, бўлими, бўлинма, бўлинмаси, таркибий бўлинма, таркибий бўлинмаси, бошқарма, бөлім, бөлімі',
    'организационная единица, ou, филиал, сектор, кафедра, факультет, filial, kafedra, fakultet, управление, служба, цех, unit, division, org unit path, organizational unit path',
  ],
  role: ['роль, role, rol, roli, роли, рол'],
  status: [
    'user status, enabled, is enabled, is active, suspended, is suspended, archived, активность, активна, account enabled, account status, employment status, worker status, active, status, статус, состояние, состояние сотрудника, ' +
      'статус сотрудника, активен, работает, дата увольнения, дата расторжения, employment end date, terminated, уволен, termination date, disabled, account disabled, block credential, blocked, ' +
      'учетная запись отключена, заблокирован, работает или уволен, employed or left, ishlaydi yoki ketgan, holati, holat, ҳолати, ҳолат, ishdan boshatilgan sana, ишдан бўшатилган сана, ' +
      'заблокировать учетные данные, block sign in, sign in blocked, user account control, уволена, ishdan ketgan, ishdan boshatilgan, ' +
      'ишдан кетган, ишдан бўшатилган',
  ],
};

/** Words that say whose or which one, and do not change the meaning of a heading. */
const qualifiers = new Set(
  (
    'сотрудника работника рабочий рабочая рабочее рабочей рабочего корпоративный корпоративная корпоративной корпоративного ' +
    'корпоративное служебный служебная служебной служебного служебное основной основная основного текущая текущий ' +
    'work corporate business company primary employee worker official current xodimning xodim ish ходимнинг иш обязательно required'
  ).split(' '),
);

/** Letters for which people often type a similar one. */
const plainLetters: Readonly<Record<string, string>> = { ё: 'е', ў: 'у', қ: 'к', ғ: 'г', ҳ: 'х' };

/** The words of a heading without case, punctuation and spelling of apostrophes; words joined by capitals are separated. */
export const wordsOf = (heading: string): string[] =>
  heading
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/['ʻʼ’‘`]/g, '')
    .replace(/[ёўқғҳ]/g, (letter) => plainLetters[letter]!)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const groups = Object.entries(words).map(([field, ranks]) => ({
  field: field as ImportField,
  ranks: ranks.map((rank) => new Set(rank.split(',').map((heading) => wordsOf(heading).join('')))),
}));

/** Longest heading that is compared. */
const HEADING_MAX = 200;

/** The forms in which a heading is looked up: as it is, without notes in brackets, and without words that say whose it is. */
export const formsOf = (heading: string): string[] => {
  const text = heading.slice(0, HEADING_MAX);
  const short = wordsOf(text.replace(/[[(][^[\]()]*[\])]/g, ' '));
  return [wordsOf(text), short, short.filter((word) => !qualifiers.has(word))].map((form) => form.join(''));
};

/** The field that a heading names, with its preference (0 is the best); undefined for other headings. */
export const meaningOf = (heading: string): { field: ImportField; rank: number } | undefined => {
  for (const form of formsOf(heading)) {
    if (form === '') continue;
    for (const { field, ranks } of groups) {
      const rank = ranks.findIndex((rank) => rank.has(form));
      if (rank >= 0) return { field, rank };
    }
  }
  return undefined;
};

/** Whether a heading of full names is one of systems that write the given name first. */
export const isGivenNameFirst = (heading: string): boolean =>
  /^[\p{Script=Latin}\d\W]*$/u.test(heading) && /name|\bcn\b|\bworker\b/i.test(heading);
