import { formsOf, wordsOf } from './import-headings.ts';

const listOf = (text: string) => new Set(text.split(',').map((one) => wordsOf(one).join('')));
const no = listOf(
  'false, ложь, no, нет, n, 0, inactive, not active, disabled, suspended, deprovisioned, deactivated, blocked, terminated, left, withdrawn, resigned, retired, archived, deleted, ' +
    'уволен, уволена, уволился, уволилась, уволен а, отключен, отключена, неактивен, неактивна, не активен, заблокирован, заблокирована, не работает, ' +
    'увольнение, бывший сотрудник, заблокировано, отключено, не активна, left company, left the company, former, former employee, dismissed, ' +
    'yoq, faol emas, bloklangan, ishdan boshatilgan, boshatilgan, boshagan, ishdan boshagan, ishdan ketgan, ketgan, ishdan chiqqan, ishlamaydi, ' +
    'ishlamayapti, йўқ, фаол эмас, блокланган, ишдан бўшатилган, бўшатилган, бўшаган, ишдан бўшаган, ишдан кетган, кетган, ишдан чиққан, ' +
    'ишламайди, ишламаяпти',
);
const yes = listOf(
  'true, истина, yes, да, y, 1, ha, ҳа, x, х, v, disabled, blocked, заблокирован, заблокирована, отключен, отключена, ketgan, кетган, ' +
    'ishdan ketgan, ишдан кетган',
);
/** Headings whose «yes» means that the person has left. */
const inverted = listOf(
  'disabled, terminated, suspended, is suspended, archived, account disabled, block credential, block sign in, sign in blocked, blocked, учетная запись отключена, заблокирован, ' +
    'заблокировать учетные данные, уволен, уволена, ishdan ketgan, ishdan boshatilgan, ишдан кетган, ишдан бўшатилган',
);
/** Headings of the flags of an account in Active Directory. */
const flags = listOf('user account control');
const DISABLED = 2;
const dates = listOf(
  'дата увольнения, дата расторжения, employment end date, termination date, ishdan boshatilgan sana, ишдан бўшатилган сана',
);

/** Beginnings of a value that say it whatever follows: «Уволен по собственному желанию». */
const LEFT = /^(?:увол(?:ен|ился|илась)|terminated|resigned|dismissed)/;
const MARK = /^[+✓✔☑]$/;
/** Words around a date. */
const fillers = new Set('с со от г года on since from effective'.split(' '));

const months = 'jan feb mar apr may jun jul aug sep oct nov dec янв фев мар апр мая июн июл авг сен окт ноя дек'.split(
  ' ',
);
const YEAR_FIRST = /(?<!\d)(\d{4})([-./])(\d\d?)\2(\d\d?)(?!\d)/;
const DAY_FIRST = /(?<!\d)(\d\d?)([-./])(\d\d?)\2(\d{4}|\d\d)(?!\d)/;
const MONTH_NAMED = /(?<!\d)(\d\d?)[-./\s](\p{L}{3})\p{L}{0,6}[-.,/\s]{1,2}(\d{4}|\d\d)(?!\d)/u;

const dayFrom = (year: string, month: number, day: number): string => {
  const [m, d] = month > 12 ? [day, month] : [month, day];
  return [year.padStart(4, '20'), ...[m, d].map((one) => String(one).padStart(2, '0'))].join('-');
};

/** The date in a text as yyyy-mm-dd, if there is one, and the text without it. */
const splitDay = (text: string): { day: string | undefined; rest: string } => {
  const without = (found: RegExpExecArray) =>
    text.replace(found[0], ' ').replace(/(?:\bT|\b)\d\d?:\d\d(?::\d\d(?:\.\d+)?)?Z?/, ' ');
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst)
    return { day: dayFrom(yearFirst[1]!, Number(yearFirst[3]), Number(yearFirst[4])), rest: without(yearFirst) };
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst)
    return { day: dayFrom(dayFirst[4]!, Number(dayFirst[3]), Number(dayFirst[1])), rest: without(dayFirst) };
  const named = MONTH_NAMED.exec(text);
  const month = named ? months.indexOf(named[2]!.toLowerCase()) : -1;
  if (!named || month < 0) return { day: undefined, rest: text };
  return { day: dayFrom(named[3]!, (month % 12) + 1, Number(named[1])), rest: without(named) };
};

/** Programs write an empty date as the first day of the calendar. */
const FIRST_DAY = '1901-01-01';
/** Longest value that is read. */
const VALUE_MAX = 200;

/** Whether a cell of the column with this heading says that the person has left, or that the account is disabled. A day to come does not. */
export const hasLeft = (heading: string, value: string, today: string): boolean => {
  const text = value.trim().slice(0, VALUE_MAX);
  if (text === '') return false;
  const titles = formsOf(heading);
  const isOf = (list: ReadonlySet<string>) => titles.some((title) => list.has(title));
  if (isOf(flags)) return (Number(text) & DISABLED) !== 0;
  const { day, rest } = splitDay(text);
  const isInverted = isOf(inverted);
  if (day !== undefined && day > today) return false;
  if (day !== undefined && day > FIRST_DAY && (isInverted || isOf(dates))) return true;
  if (isInverted && MARK.test(text)) return true;
  const form = wordsOf(rest)
    .filter((word) => !fillers.has(word))
    .join('');
  if (LEFT.test(form)) return true;
  if (isInverted) return yes.has(form) || titles.includes(form); // «Suspended» in the column «Suspended»
  return !isOf(dates) && no.has(form);
};
