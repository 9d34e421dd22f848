import type { Language } from '@sergak/contract/session/session.schema.ts';

const texts: Readonly<Record<Language, (by: string) => readonly [subject: string, ...paragraphs: string[]]>> = {
  ru: (by) => [
    'Анонимный режим выключают',
    'Портал отделяет от сотрудников результаты за время анонимного режима: в статистике они останутся, но чьи они, узнать будет нельзя. После этого результаты новых рассылок снова видны по каждому сотруднику.',
    `Кто выключает: ${by}. Если вы об этом не договаривались, включите режим снова и сообщите службе безопасности.`,
  ],
  en: (by) => [
    'Anonymous mode is being turned off',
    'The portal separates the results of the anonymous time from people: they stay in the statistics, but nobody can learn any more whose they are. After that, results of new campaigns are shown for each person again.',
    `Ordered by: ${by}. If this was not agreed, turn the mode on again and tell your security team.`,
  ],
  uz: (by) => [
    'Anonim rejim oʻchirilmoqda',
    'Portal anonim rejim vaqtidagi natijalarni xodimlardan ajratmoqda: ular statistikada qoladi, lekin kimniki ekanini bilib boʻlmaydi. Shundan keyin yangi kampaniyalar natijalari yana har bir xodim boʻyicha koʻrinadi.',
    `Oʻchirayotgan: ${by}. Agar bu kelishilmagan boʻlsa, rejimni qayta yoqing va xavfsizlik xizmatiga xabar bering.`,
  ],
};

/** The email that tells administrators that anonymous mode is being turned off. */
export const anonymousOffWords = (language: Language, by: string) => {
  const [subject, ...paragraphs] = texts[language](by);
  return { subject, title: subject, paragraphs };
};
