import { wordsOf } from './import-headings.ts';

const listOf = (text: string) => new Set(text.split(',').map((one) => wordsOf(one).join('')));
const no = listOf(
  'false, ложь, no, нет, n, 0, inactive, not active, disabled, suspended, blocked, terminated, left, withdrawn, resigned, retired, archived, deleted, ' +
    'уволен, уволена, уволился, уволилась, уволен а, отключен, отключена, неактивен, неактивна, не активен, заблокирован, заблокирована, не работает, ' +
    'yoq, faol emas, bloklangan, ishdan boshatilgan, boshagan, йўқ, фаол эмас, ишдан бўшатилган, бўшаган',
);
const yes = listOf(
  'true, истина, yes, да, y, 1, ha, ҳа, x, disabled, blocked, уволен, уволена, заблокирован, отключена',
);
/** Headings whose «yes» means that the person has left. */
const inverted = listOf(
  'disabled, account disabled, block credential, blocked, учетная запись отключена, заблокирован, уволен',
);
const dates = listOf('дата увольнения, termination date, ishdan boshatilgan sana, ишдан бўшатилган сана');

const dayOf = (text: string): string | undefined => {
  const found = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? /^(\d\d?)[./](\d\d?)[./](\d{4})/.exec(text);
  if (!found) return undefined;
  const [, a, b, c] = found as unknown as [string, string, string, string];
  return a.length === 4 ? `${a}-${b}-${c}` : `${c}-${b.padStart(2, '0')}-${a.padStart(2, '0')}`;
};

/** Programs write an empty date as the first day of the calendar. */
const FIRST_DAY = '1901-01-01';

/** Whether a cell of the column with this heading says that the person has left, or that the account is disabled. */
export const hasLeft = (heading: string, value: string, today: string): boolean => {
  const form = wordsOf(value).join('');
  if (form === '') return false;
  const title = wordsOf(heading.replace(/[[(][^[\]()]*[\])]/g, ' ')).join('');
  if (dates.has(title)) {
    const day = dayOf(value.trim());
    return day !== undefined && day > FIRST_DAY && day <= today;
  }
  return inverted.has(title) ? yes.has(form) : no.has(form);
};
