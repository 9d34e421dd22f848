import type { Language } from '@sergak/contract/session/session.schema.ts';
import { dayIn } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { deleteTellingEmails } from '../../platform/outbox.ts';
import { anonymizeResultsSince } from '../campaigns/public.ts';
import { notifyAdministrators } from '../session/public.ts';
import { deleteTellingCaught } from '../settings/public.ts';
import { deletePersonFiguresSince, refreshPeople } from '../statistics/public.ts';
import { findAnonymousSince } from './retention.repo.ts';
import { unlinkResults } from './separate.service.ts';

const AT_ONCE = 2_000;

/**
 * Separates the results of the anonymous time from their persons for good, in the transaction that turns the mode off, and reports
 * it to the administrators. Figures of people are computed again at once, so that no call shows what they were. Returns the number
 * of separated results.
 */
export const endAnonymity = async ({ tx, viewer }: Pick<Ctx, 'tx' | 'viewer'>): Promise<number> => {
  const since = await findAnonymousSince(tx);
  const people = new Set<string>();
  let separated = 0;
  for (let done = AT_ONCE; done === AT_ONCE;) {
    const results = await anonymizeResultsSince(tx, since, AT_ONCE);
    await unlinkResults(tx, results);
    for (const id of results.people) people.add(id);
    done = results.people.length;
    separated += done;
  }
  await deletePersonFiguresSince(tx, dayIn(since, viewer.timeZone));
  await deleteTellingEmails(tx, since);
  await deleteTellingCaught(tx, since);
  await refreshPeople(tx, [...people]);
  await notifyAdministrators(tx, viewer, 'anonymous_off', anonymousOffWords);
  return separated;
};

const texts: Readonly<Record<Language, (by: string) => readonly [subject: string, ...paragraphs: string[]]>> = {
  ru: (by) => [
    'Анонимный режим выключен',
    'Результаты новых рассылок снова видны по каждому сотруднику. Результаты за время анонимного режима остались в статистике, но чьи они, узнать уже нельзя.',
    `Кто выключил: ${by}. Если вы об этом не договаривались, включите режим снова и сообщите службе безопасности.`,
  ],
  en: (by) => [
    'Anonymous mode has been turned off',
    'Results of new campaigns are shown for each person again. Results of the anonymous time stay in the statistics, but nobody can learn any more whose they are.',
    `Turned off by: ${by}. If this was not agreed, turn the mode on again and tell your security team.`,
  ],
  uz: (by) => [
    'Anonim rejim oʻchirildi',
    'Yangi kampaniyalar natijalari yana har bir xodim boʻyicha koʻrinadi. Anonim rejim vaqtidagi natijalar statistikada qoldi, lekin ular kimniki ekanini endi bilib boʻlmaydi.',
    `Oʻchirgan: ${by}. Agar bu kelishilmagan boʻlsa, rejimni qayta yoqing va xavfsizlik xizmatiga xabar bering.`,
  ],
};

const anonymousOffWords = (language: Language, by: string) => {
  const [subject, ...paragraphs] = texts[language](by);
  return { subject, title: subject, paragraphs };
};
