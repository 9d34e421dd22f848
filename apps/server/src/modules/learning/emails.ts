import type { Language } from '@sergak/contract/session/session.schema.ts';

export type CourseEmail = {
  readonly kind: 'assigned' | 'reminder';
  readonly language: Language;
  readonly name: string;
  readonly title: string;
  readonly minutes: number;
  /** Date in the format of the language. */
  readonly deadline: string;
  readonly overdue: boolean;
  readonly started: boolean;
  readonly isRegistered: boolean;
};
type Words = { subject: string; title: string; paragraphs: string[]; button: string };

const minutesRu = (n: number) => {
  const [last, lastTwo] = [n % 10, n % 100];
  if (last === 1 && lastTwo !== 11) return `${n} минуту`;
  return last >= 2 && last <= 4 && (lastTwo < 12 || lastTwo > 14) ? `${n} минуты` : `${n} минут`;
};

const russian = (c: CourseEmail): Words => ({
  subject: c.kind === 'assigned' ? `Вам назначен курс «${c.title}»` : `Напоминаем о курсе «${c.title}»`,
  title: c.kind === 'assigned' ? 'Вам назначен курс' : 'Курс ждёт вас',
  paragraphs: [
    `Здравствуйте, ${c.name}!`,
    c.kind === 'assigned'
      ? `Вам назначен курс «${c.title}». Он займёт примерно ${minutesRu(c.minutes)}. Его можно проходить с телефона и прерываться: вы продолжите с того же места.`
      : c.started
        ? `Вы начали курс «${c.title}», но ещё не закончили. Всё, что вы прошли, сохранено: продолжите с того же места.`
        : `Вы ещё не начали курс «${c.title}». Он займёт примерно ${minutesRu(c.minutes)}, проходить его можно с телефона.`,
    c.overdue ? `Срок был до ${c.deadline}, но пройти курс ещё можно.` : `Пройдите его, пожалуйста, до ${c.deadline}.`,
    ...(c.isRegistered
      ? []
      : [
          'Вы ещё не зарегистрированы: нажмите кнопку и задайте пароль, после этого курс откроется. Ссылка действует 7 дней.',
        ]),
  ],
  button: c.isRegistered ? 'Открыть курс' : 'Зарегистрироваться',
});

const english = (c: CourseEmail): Words => ({
  subject: c.kind === 'assigned' ? `New course: “${c.title}”` : `Reminder: course “${c.title}”`,
  title: c.kind === 'assigned' ? 'You have a new course' : 'Your course is waiting',
  paragraphs: [
    `Hello ${c.name},`,
    c.kind === 'assigned'
      ? `You have been assigned the course “${c.title}”. It takes about ${c.minutes} minutes. You can take it on your phone and stop at any time: you will pick up where you left off.`
      : c.started
        ? `You started the course “${c.title}” but have not finished it yet. Your progress is saved: you can pick up where you left off.`
        : `You have not started the course “${c.title}” yet. It takes about ${c.minutes} minutes and works on a phone.`,
    c.overdue ? `It was due by ${c.deadline}, but you can still take it.` : `Please finish it by ${c.deadline}.`,
    ...(c.isRegistered
      ? []
      : [
          'You have not registered yet: choose a password using the button below, and the course will open. The link works for 7 days.',
        ]),
  ],
  button: c.isRegistered ? 'Open course' : 'Register',
});

const uzbek = (c: CourseEmail): Words => ({
  subject: c.kind === 'assigned' ? `Sizga “${c.title}” kursi tayinlandi` : `Eslatma: “${c.title}” kursi`,
  title: c.kind === 'assigned' ? 'Sizga kurs tayinlandi' : 'Kurs sizni kutmoqda',
  paragraphs: [
    `Assalomu alaykum, ${c.name}!`,
    c.kind === 'assigned'
      ? `Sizga “${c.title}” kursi tayinlandi. U taxminan ${c.minutes} daqiqa vaqt oladi. Kursni telefonda ham oʻqish va istalgan payt toʻxtatish mumkin: keyin shu joydan davom etasiz.`
      : c.started
        ? `Siz “${c.title}” kursini boshlagansiz, lekin hali tugatmadingiz. Natijalaringiz saqlangan: toʻxtagan joyingizdan davom eting.`
        : `Siz “${c.title}” kursini hali boshlamadingiz. U taxminan ${c.minutes} daqiqa vaqt oladi, telefonda ham oʻqish mumkin.`,
    c.overdue
      ? `Kurs muddati ${c.deadline} kuni tugagan, lekin uni hali ham oʻqish mumkin.`
      : `Iltimos, uni ${c.deadline} gacha tugating.`,
    ...(c.isRegistered
      ? []
      : [
          'Siz hali roʻyxatdan oʻtmagansiz: quyidagi tugmani bosib, parol oʻrnating, shunda kurs ochiladi. Havola 7 kun amal qiladi.',
        ]),
  ],
  button: c.isRegistered ? 'Kursni ochish' : 'Roʻyxatdan oʻtish',
});

/** The text of an email about a course, in the person's language. */
export const courseWords = (email: CourseEmail): Words =>
  ({ ru: russian, en: english, uz: uzbek })[email.language](email);
