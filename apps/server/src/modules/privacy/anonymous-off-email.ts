import type { Language } from '@sergak/contract/session/session.schema.ts';

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

/** The email that tells administrators that anonymous mode is off. */
export const anonymousOffWords = (language: Language, by: string) => {
  const [subject, ...paragraphs] = texts[language](by);
  return { subject, title: subject, paragraphs };
};
