import type { Language } from '@sergak/contract/session/session.schema.ts';

/** `failing`: the record is missing, the domain still counts. `lost`: the domain is no longer verified. */
export type DomainNews = 'failing' | 'lost';
type Words = { readonly subject: string; readonly paragraphs: readonly string[]; readonly button: string };

const words: Readonly<Record<Language, Readonly<Record<DomainNews, (domain: string, day: string) => Words>>>> = {
  ru: {
    failing: (domain, day) => ({
      subject: `Запись TXT домена ${domain} не найдена`,
      paragraphs: [
        `Портал раз в месяц проверяет, что домен ${domain} по-прежнему принадлежит вашей организации. Нужной записи TXT в DNS сейчас нет, или DNS не ответил.`,
        `Верните запись до ${day}: портал проверяет её каждый день. Без записи домен перестанет быть подтверждённым, и учебные письма на него уходить не будут.`,
      ],
      button: 'Открыть почтовые домены',
    }),
    lost: (domain) => ({
      subject: `Домен ${domain} больше не подтверждён`,
      paragraphs: [
        `Запись TXT домена ${domain} не появилась. Учебные письма на этот домен и от его имени больше не уходят, в том числе в идущих рассылках.`,
        'Чтобы вернуть домен, добавьте запись в DNS и нажмите «Проверить» на странице организации.',
      ],
      button: 'Открыть почтовые домены',
    }),
  },
  en: {
    failing: (domain, day) => ({
      subject: `The TXT record of ${domain} was not found`,
      paragraphs: [
        `Once a month the portal checks that ${domain} still belongs to your organisation. The TXT record is currently missing from the DNS, or the DNS did not respond.`,
        `Restore the record by ${day}; the portal checks it every day. After that the domain will no longer be verified, and no simulated phishing emails will be sent to it.`,
      ],
      button: 'Open mail domains',
    }),
    lost: (domain) => ({
      subject: `${domain} is no longer verified`,
      paragraphs: [
        `The TXT record of ${domain} has not been restored. Simulated phishing emails are no longer sent to or from this domain, including those of active campaigns.`,
        'To restore the domain, add the record to the DNS and select “Check” on the organisation page.',
      ],
      button: 'Open mail domains',
    }),
  },
  uz: {
    failing: (domain, day) => ({
      subject: `${domain} domenining TXT yozuvi topilmadi`,
      paragraphs: [
        `Portal ${domain} domeni tashkilotingizga tegishli ekanini oyiga bir marta tekshiradi. Hozir DNSda kerakli TXT yozuvi yoʻq yoki DNS javob bermadi.`,
        `Yozuvni ${day} gacha qayta qoʻshing: portal uni har kuni tekshiradi. Aks holda domen tasdiqlangan hisoblanmaydi va unga oʻquv xatlari yuborilmaydi.`,
      ],
      button: 'Pochta domenlarini ochish',
    }),
    lost: (domain) => ({
      subject: `${domain} domeni endi tasdiqlanmagan`,
      paragraphs: [
        `${domain} domenining TXT yozuvi tiklanmadi. Endi oʻquv xatlari bu domenga va uning nomidan yuborilmaydi, jumladan davom etayotgan kampaniyalarda ham.`,
        'Domenni qaytarish uchun DNSga yozuvni qoʻshing va tashkilot sahifasida “Tekshirish” tugmasini bosing.',
      ],
      button: 'Pochta domenlarini ochish',
    }),
  },
};

const day = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('ru-RU', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' }).format(at);

/** The email about a verified domain whose record is missing, in the reader's language. */
export const domainWords = (news: DomainNews, language: Language, domain: string, lostAt: Date, timeZone: string) => {
  const { subject, paragraphs, button } = words[language][news](domain, day(lostAt, timeZone));
  return { subject, title: subject, paragraphs: [...paragraphs], button };
};
