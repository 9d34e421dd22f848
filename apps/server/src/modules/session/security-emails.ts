import type { Language } from '@sergak/contract/session/session.schema.ts';

export type SecurityWords = { subject: string; title: string; paragraphs: string[]; button?: string };
type ByLanguage<A extends unknown[]> = Record<Language, (...about: A) => SecurityWords>;

/** Sent to the person after the password was changed, by recovery or in the profile. */
export const passwordChangedWords: ByLanguage<[name: string]> = {
  ru: (name) => ({
    subject: 'Пароль изменён',
    title: 'Пароль изменён',
    paragraphs: [
      `Здравствуйте, ${name}! Пароль от вашей учётной записи на портале обучения изменён, остальные сеансы завершены.`,
      'Если это сделали не вы, сразу восстановите пароль на странице входа и сообщите службе безопасности.',
    ],
  }),
  en: (name) => ({
    subject: 'Your password has been changed',
    title: 'Your password has been changed',
    paragraphs: [
      `Hello ${name},`,
      `The password of your account on the training portal has been changed, and your other sessions have been ended.`,
      'If this was not you, reset your password on the sign-in page immediately and tell your security team.',
    ],
  }),
  uz: (name) => ({
    subject: 'Parol oʻzgartirildi',
    title: 'Parol oʻzgartirildi',
    paragraphs: [
      `Assalomu alaykum, ${name}! Oʻquv portalidagi hisobingiz paroli oʻzgartirildi, boshqa seanslar yakunlandi.`,
      'Agar buni siz qilmagan boʻlsangiz, darhol kirish sahifasida parolni tiklang va xavfsizlik xizmatiga xabar bering.',
    ],
  }),
};

/** Sent to the old address. The new address is not named: another person may own the old mailbox by now. */
export const addressChangedWords: ByLanguage<[name: string]> = {
  ru: (name) => ({
    subject: 'Адрес для входа изменён',
    title: 'Адрес для входа изменён',
    paragraphs: [
      `Здравствуйте, ${name}! Для вашей учётной записи на портале обучения указан другой адрес электронной почты. Со старым адресом войти больше нельзя, все сеансы завершены.`,
      'Если вы об этом не знали, сообщите службе безопасности: она увидит в журнале, кто изменил адрес.',
    ],
  }),
  en: (name) => ({
    subject: 'Your sign-in address has been changed',
    title: 'Your sign-in address has been changed',
    paragraphs: [
      `Hello ${name},`,
      `Your account on the training portal now has a different email address. You can no longer sign in with this one, and all sessions have been ended.`,
      'If you did not expect this, tell your security team: they can see who changed the address in the audit log.',
    ],
  }),
  uz: (name) => ({
    subject: 'Kirish manzili oʻzgartirildi',
    title: 'Kirish manzili oʻzgartirildi',
    paragraphs: [
      `Assalomu alaykum, ${name}! Oʻquv portalidagi hisobingizga boshqa elektron pochta manzili kiritildi. Endi bu manzil bilan kirib boʻlmaydi, barcha seanslar yakunlandi.`,
      'Agar bundan xabaringiz boʻlmasa, xavfsizlik xizmatiga murojaat qiling: manzilni kim oʻzgartirgani jurnalda koʻrinadi.',
    ],
  }),
};

/** Sent to the new address: only a reader of that mailbox can confirm it. */
export const addressConfirmWords: ByLanguage<[name: string]> = {
  ru: (name) => ({
    subject: 'Подтвердите новый адрес',
    title: 'Подтвердите новый адрес',
    paragraphs: [
      `Здравствуйте, ${name}! Вы указали этот адрес в профиле портала обучения. Подтвердите его, и дальше вы будете входить с ним.`,
      'Ссылка действует один час и сработает один раз. Если вы ничего не меняли, просто удалите письмо.',
    ],
    button: 'Подтвердить адрес',
  }),
  en: (name) => ({
    subject: 'Confirm your new address',
    title: 'Confirm your new address',
    paragraphs: [
      `Hello ${name},`,
      `You entered this address in your profile on the training portal. Confirm it, and you will sign in with it from then on.`,
      'The link works for one hour and only once. If you did not change anything, delete this email.',
    ],
    button: 'Confirm address',
  }),
  uz: (name) => ({
    subject: 'Yangi manzilni tasdiqlang',
    title: 'Yangi manzilni tasdiqlang',
    paragraphs: [
      `Assalomu alaykum, ${name}! Oʻquv portalidagi profilingizda shu manzil koʻrsatildi. Uni tasdiqlang, shundan soʻng portalga shu manzil bilan kirasiz.`,
      'Havola bir soat davomida va faqat bir marta ishlaydi. Agar siz hech narsani oʻzgartirmagan boʻlsangiz, xatni oʻchirib tashlang.',
    ],
    button: 'Manzilni tasdiqlash',
  }),
};

/** Sent to the administrators of an organisation. */
export const twoFactorOffWords: ByLanguage<[by: string]> = {
  ru: (by) => ({
    subject: 'Второй фактор при входе выключен',
    title: 'Второй фактор при входе выключен',
    paragraphs: [
      'Теперь для входа на портал обучения достаточно пароля: код из письма больше не нужен никому в организации.',
      `Кто выключил: ${by}. Если это ошибка, включите второй фактор снова в настройках.`,
    ],
  }),
  en: (by) => ({
    subject: 'Two-factor authentication has been turned off',
    title: 'Two-factor authentication has been turned off',
    paragraphs: [
      'A password is now enough to sign in to the training portal: no one in the organisation needs a code any more.',
      `Turned off by: ${by}. If this was not intended, turn it on again in the settings.`,
    ],
  }),
  uz: (by) => ({
    subject: 'Ikki faktorli autentifikatsiya oʻchirib qoʻyildi',
    title: 'Ikki faktorli autentifikatsiya oʻchirib qoʻyildi',
    paragraphs: [
      'Endi oʻquv portaliga kirish uchun parolning oʻzi yetarli: tashkilotda hech kimdan xatdagi kod soʻralmaydi.',
      `Oʻchirib qoʻygan: ${by}. Agar bu bexosdan qilingan boʻlsa, uni sozlamalarda qayta yoqing.`,
    ],
  }),
};

/** Sent to the person after an authenticator app was added in the profile or at sign-in. */
export const authenticatorAddedWords: ByLanguage<[name: string]> = {
  ru: (name) => ({
    subject: 'Добавлено приложение-аутентификатор',
    title: 'Добавлено приложение-аутентификатор',
    paragraphs: [
      `Здравствуйте, ${name}! Теперь при входе на портал обучения нужен код из вашего приложения-аутентификатора. Остальные сеансы завершены.`,
      'Если приложение добавили не вы, сразу смените пароль и сообщите службе безопасности.',
    ],
  }),
  en: (name) => ({
    subject: 'An authenticator app has been added',
    title: 'An authenticator app has been added',
    paragraphs: [
      `Hello ${name},`,
      'Signing in to the training portal now requires a code from your authenticator app. Your other sessions have been ended.',
      'If you did not add the app, change your password immediately and tell your security team.',
    ],
  }),
  uz: (name) => ({
    subject: 'Autentifikator ilovasi qoʻshildi',
    title: 'Autentifikator ilovasi qoʻshildi',
    paragraphs: [
      `Assalomu alaykum, ${name}! Endi oʻquv portaliga kirishda autentifikator ilovangizdagi kod soʻraladi. Boshqa seanslar yakunlandi.`,
      'Agar ilovani siz qoʻshmagan boʻlsangiz, darhol parolni almashtiring va xavfsizlik xizmatiga xabar bering.',
    ],
  }),
};

/** Sent to the person after the own authenticator app was removed. */
export const authenticatorRemovedWords: ByLanguage<[name: string]> = {
  ru: (name) => ({
    subject: 'Приложение-аутентификатор удалено',
    title: 'Приложение-аутентификатор удалено',
    paragraphs: [
      `Здравствуйте, ${name}! Код из приложения-аутентификатора больше не нужен для входа на портал обучения. Резервные коды не действуют.`,
      'Если приложение удалили не вы, сразу смените пароль и сообщите службе безопасности.',
    ],
  }),
  en: (name) => ({
    subject: 'Your authenticator app has been removed',
    title: 'Your authenticator app has been removed',
    paragraphs: [
      `Hello ${name},`,
      'A code from your authenticator app is no longer needed to sign in to the training portal. Your backup codes no longer work.',
      'If you did not remove the app, change your password immediately and tell your security team.',
    ],
  }),
  uz: (name) => ({
    subject: 'Autentifikator ilovasi olib tashlandi',
    title: 'Autentifikator ilovasi olib tashlandi',
    paragraphs: [
      `Assalomu alaykum, ${name}! Oʻquv portaliga kirishda endi autentifikator ilovasidagi kod soʻralmaydi. Zaxira kodlar ishlamaydi.`,
      'Agar ilovani siz olib tashlamagan boʻlsangiz, darhol parolni almashtiring va xavfsizlik xizmatiga xabar bering.',
    ],
  }),
};

/** Sent to the person after an administrator removed the app, because the person had lost it. */
export const authenticatorResetWords: ByLanguage<[name: string, by: string]> = {
  ru: (name, by) => ({
    subject: 'Администратор сбросил приложение-аутентификатор',
    title: 'Администратор сбросил приложение-аутентификатор',
    paragraphs: [
      `Здравствуйте, ${name}! Код из приложения-аутентификатора больше не нужен для входа на портал обучения, а все ваши сеансы завершены. Кто сбросил: ${by}.`,
      'Войдите и добавьте приложение снова в профиле. Если вы об этом не просили, сообщите службе безопасности.',
    ],
  }),
  en: (name, by) => ({
    subject: 'An administrator has reset your authenticator app',
    title: 'An administrator has reset your authenticator app',
    paragraphs: [
      `Hello ${name},`,
      `A code from your authenticator app is no longer needed to sign in to the training portal, and all your sessions have been ended. Reset by: ${by}.`,
      'Sign in and add the app again in your profile. If you did not ask for this, tell your security team.',
    ],
  }),
  uz: (name, by) => ({
    subject: 'Administrator autentifikator ilovasini olib tashladi',
    title: 'Administrator autentifikator ilovasini olib tashladi',
    paragraphs: [
      `Assalomu alaykum, ${name}! Oʻquv portaliga kirishda endi autentifikator ilovasidagi kod soʻralmaydi, barcha seanslaringiz yakunlandi. Olib tashlagan: ${by}.`,
      'Portalga kiring va profilda ilovani qayta qoʻshing. Agar buni soʻramagan boʻlsangiz, xavfsizlik xizmatiga xabar bering.',
    ],
  }),
};

/** The first paragraph of a notice to administrators about a change in a descendant of their organisation. */
export const changedInWords: Record<Language, (organization: string) => string> = {
  ru: (organization) => `Изменение сделано в организации «${organization}».`,
  en: (organization) => `This change was made in the organisation “${organization}”.`,
  uz: (organization) => `Bu oʻzgarish “${organization}” tashkilotida qilindi.`,
};

/** Sent to the administrators after the policy for authenticator apps requires less than before. */
export const policyLoosenedWords: ByLanguage<[by: string]> = {
  ru: (by) => ({
    subject: 'Требование приложения-аутентификатора ослаблено',
    title: 'Требование приложения-аутентификатора ослаблено',
    paragraphs: [
      'Приложение-аутентификатор теперь обязательно не для всех прежних ролей или с более позднего дня. Прежние и новые значения есть в журнале действий.',
      `Кто изменил: ${by}. Если вы об этом не договаривались, верните требование в настройках и сообщите службе безопасности.`,
    ],
  }),
  en: (by) => ({
    subject: 'The requirement of authenticator apps has been loosened',
    title: 'The requirement of authenticator apps has been loosened',
    paragraphs: [
      'Fewer roles must have an authenticator app, or only from a later day. The audit log shows the values before and after.',
      `Changed by: ${by}. If this was not agreed, restore the requirement in the settings and tell your security team.`,
    ],
  }),
  uz: (by) => ({
    subject: 'Autentifikator ilovasi talabi yumshatildi',
    title: 'Autentifikator ilovasi talabi yumshatildi',
    paragraphs: [
      'Autentifikator ilovasi endi kamroq rol uchun yoki kechroq kundan majburiy. Avvalgi va yangi qiymatlar amallar jurnalida.',
      `Oʻzgartirgan: ${by}. Agar bu kelishilmagan boʻlsa, talabni sozlamalarda qaytaring va xavfsizlik xizmatiga xabar bering.`,
    ],
  }),
};

/** Sent to the administrators after a token of a machine account was created. */
export const tokenCreatedWords: ByLanguage<[title: string, by: string]> = {
  ru: (title, by) => ({
    subject: 'Создан ключ доступа для программы',
    title: 'Создан ключ доступа для программы',
    paragraphs: [
      `Создан ключ «${title}». С ним программа обращается к данным вашей организации на портале, пока ключ не отзовут.`,
      `Кто создал: ${by}. Если вы об этом не договаривались, отзовите ключ и сообщите службе безопасности.`,
    ],
  }),
  en: (title, by) => ({
    subject: 'An access key for a program has been created',
    title: 'An access key for a program has been created',
    paragraphs: [
      `The key “${title}” has been created. With it, a program can access data of your organisation on the portal until the key is revoked.`,
      `Created by: ${by}. If this was not agreed, revoke the key and tell your security team.`,
    ],
  }),
  uz: (title, by) => ({
    subject: 'Dastur uchun kirish kaliti yaratildi',
    title: 'Dastur uchun kirish kaliti yaratildi',
    paragraphs: [
      `“${title}” kaliti yaratildi. U bekor qilinmaguncha, dastur shu kalit bilan portaldagi tashkilotingiz maʼlumotlaridan foydalanadi.`,
      `Yaratgan: ${by}. Agar bu kelishilmagan boʻlsa, kalitni bekor qiling va xavfsizlik xizmatiga xabar bering.`,
    ],
  }),
};
