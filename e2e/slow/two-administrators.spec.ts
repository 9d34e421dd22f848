import { expect, test, type Page } from '@playwright/test';
import { newOrganization, type Site } from '../running.ts';
import { haveAccount, havePerson, newAdministrator } from '../steps/prepare.ts';
import { makeIndependent } from '../steps/database.ts';
import { linkIn, openEmail } from '../steps/mailbox.ts';
import { invite } from '../steps/staff-account.ts';
import { turnOn } from '../steps/switch.ts';

// Two administrators edit the same person, and the same campaign; the second to save is warned, and no work is lost.
test.describe.configure({ mode: 'serial' });

const second = {
  surname: 'Мирзаева',
  name: 'Нигора',
  email: 'mirzaeva@two-administrators.test',
  role: 'operator',
} as const;
const person = { surname: 'Орлов', name: 'Пётр', email: 'orlov@two-administrators.test' };
let product: Site;
let one: Page;
let two: Page;

test.beforeAll(async ({ browser }) => {
  product = await newOrganization();
  one = await newAdministrator(browser, product);
  two = await haveAccount(browser, product, one, second, 'dva berega odnoy reki');
  await havePerson(one, person);
});

const row = (page: Page) => page.getByRole('row').filter({ hasText: person.email });
const openPerson = async (page: Page) => {
  await page.goto(`${product.portal}/lk/admin/staff/employees`);
  await row(page)
    .getByRole('button', { name: /Изменить|Редактировать/ })
    .click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Должность' })).toBeVisible();
};
const position = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Должность' });

const dialog = (page: Page) => page.getByRole('dialog');
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Сохранить', exact: true }).click();
/** The warning for the second administrator. */
const warning = (page: Page) => dialog(page).getByRole('alert');

test('the second to save sees each change with its values and author, and keeps the typed input', async () => {
  await openPerson(one);
  await openPerson(two);
  await position(one).fill('Главный механик');
  await save(one);
  await expect(dialog(one)).toHaveCount(0);
  await expect(row(one)).toContainText('Главный механик');
  await position(two).fill('Старший механик');
  await save(two);
  await expect(warning(two)).toContainText('изменил кто-то другой');
  await expect(warning(two)).toContainText(/Должность\s*—\s*→\s*Главный механик/);
  await expect(warning(two), 'who and when').toContainText(/, \d\d\.\d\d\.\d{4}/);
  await expect(warning(two)).toContainText('У вас: Старший механик');
  await expect(position(two)).toHaveValue('Старший механик');
  await one.reload();
  await expect(row(one), 'the first work is not overwritten').toContainText('Главный механик');
});

test('she accepts the other change, adds her own, and both are kept', async () => {
  await dialog(two).getByRole('button', { name: 'Принять чужие изменения' }).click();
  await expect(position(two)).toHaveValue('Главный механик');
  await dialog(two).getByRole('textbox', { name: 'Отчество' }).fill('Ильич');
  await save(two);
  await expect(dialog(two)).toHaveCount(0);
  await expect(row(two)).toContainText('Орлов Пётр Ильич');
  await expect(row(two)).toContainText('Главный механик');
});

test('she overwrites with her own input: fields that she did not touch keep the other changes', async () => {
  await openPerson(one);
  await openPerson(two);
  await position(one).fill('Инженер');
  await dialog(one).getByRole('textbox', { name: 'Фамилия' }).fill('Орлов-Ли');
  await save(one);
  await expect(dialog(one)).toHaveCount(0);
  await position(two).fill('Технолог');
  await save(two);
  await expect(warning(two)).toContainText('Орлов-Ли');
  await dialog(two).getByRole('button', { name: 'Сохранить мои' }).click();
  await expect(dialog(two)).toHaveCount(0);
  await expect(row(two)).toContainText('Орлов-Ли');
  await expect(row(two)).toContainText('Технолог');
});

test('a removed person is restored, with another address if the earlier one is taken', async () => {
  await openPerson(one);
  await dialog(one).getByRole('button', { name: 'Удалить' }).click();
  await one.getByRole('button', { name: 'Удалить сотрудника' }).click();
  await expect(row(one)).toHaveCount(0);
  await invite(one, product.portal, { surname: 'Новиков', name: 'Иван', email: person.email, asNew: true });
  await two.goto(`${product.portal}/lk/admin/staff/employees?view=removed`);
  await two.getByRole('button', { name: 'Восстановить: Орлов-Ли Пётр Ильич' }).click();
  await expect(dialog(two)).toContainText('Новиков Иван');
  await dialog(two)
    .getByLabel(/^Новый адрес почты/)
    .fill('orlov-li@two-administrators.test');
  await dialog(two).getByRole('button', { name: 'Восстановить' }).click();
  await expect(dialog(two)).toHaveCount(0);
  await two.goto(`${product.portal}/lk/admin/staff/employees`);
  const back = two.getByRole('row').filter({ hasText: 'orlov-li@two-administrators.test' });
  await expect(back).toContainText('Технолог');
});

const next = () => one.getByRole('button', { name: 'Далее' }).click();
/** The first administrator fills in a campaign for everyone, up to its dates. */
const compose = async (title: string) => {
  await one.goto(`${product.portal}/lk/admin/phishing/campaigns/create`);
  await one.getByRole('textbox', { name: 'Название рассылки' }).fill(title);
  await one.getByText('Вся организация').click();
  await next();
  await one.getByRole('button', { name: 'Выбрать письма' }).click();
  await dialog(one).getByRole('checkbox', { name: 'Срок действия пароля истекает' }).check();
  await dialog(one).getByRole('button', { name: 'Выбрать', exact: true }).click();
  await next();
};

test.describe('one campaign', () => {
  const head = (page: Page) => page.getByRole('heading', { level: 1 });
  const name = (page: Page) => dialog(page).getByRole('textbox', { name: 'Название рассылки' });
  const edit = async (page: Page) => {
    await page.getByRole('button', { name: 'Изменить', exact: true }).click();
    await expect(name(page)).toBeVisible();
  };
  /** A day of the month after the one that the calendar shows. */
  const startOn = async (page: Page, day: number) => {
    await page.getByRole('button', { name: /^Дата и\sвремя начала/ }).click();
    const calendar = page.getByRole('dialog', { name: 'Дата и время начала' });
    await calendar.getByRole('button', { name: 'Следующий месяц' }).click();
    await calendar.getByRole('button', { name: new RegExp(`^${day} `) }).click();
    await calendar.getByRole('button', { name: 'Готово' }).click();
  };
  let address: string;

  test('is planned by the first administrator', async () => {
    await one.goto(`${product.portal}/lk/admin/organization?tab=domains`);
    await one.getByLabel('Новый домен').fill(product.domain);
    await one.getByRole('button', { name: 'Добавить домен' }).click();
    await expect(one.getByRole('list', { name: 'Почтовые домены' })).toContainText(product.domain);
    await compose('Учения');
    await one.getByRole('radio', { name: 'Позже' }).check();
    await startOn(one, 12);
    await next();
    await expect(one.getByRole('heading', { name: 'Что дальше' })).toBeVisible();
    await next();
    await one.getByRole('button', { name: /^Запланировать \d+/ }).click();
    await expect(one).toHaveURL(/\/campaigns\/[0-9a-f-]+\/statistics/);
    address = one.url();
    await expect(one.getByText('запланирована', { exact: true })).toBeVisible();
    await two.goto(address);
  });

  test('the second administrator sees the changes, and her input is kept', async () => {
    await edit(one);
    await edit(two);
    await name(one).fill('Осенние учения');
    await save(one);
    await expect(head(one)).toHaveText('Осенние учения');
    await name(two).fill('Зимние учения');
    await turnOn(dialog(two).getByRole('switch', { name: 'Отправлять сообщение' }));
    await dialog(two).getByRole('textbox', { name: 'Тема' }).fill('Что это было');
    await dialog(two).getByRole('textbox', { name: 'Текст' }).fill('Это были учения.');
    await save(two);
    await expect(warning(two)).toContainText('рассылку изменил кто-то другой');
    await expect(warning(two)).toContainText(/Название\s*Учения\s*→\s*Осенние учения/);
    await expect(warning(two), 'who and when').toContainText(/, \d\d\.\d\d\.\d{4}/);
    await expect(warning(two)).toContainText('У вас: Зимние учения');
    await expect(name(two)).toHaveValue('Зимние учения');
    await dialog(two).getByRole('button', { name: 'Принять чужие изменения' }).click();
    await expect(name(two)).toHaveValue('Осенние учения');
    await expect(dialog(two).getByRole('textbox', { name: 'Тема' })).toHaveValue('Что это было');
    await save(two);
    await expect(dialog(two)).toHaveCount(0);
    await expect(head(two)).toHaveText('Осенние учения');
    await one.reload();
    await edit(one);
    await expect(dialog(one).getByRole('textbox', { name: 'Текст' })).toHaveValue('Это были учения.');
  });

  test('another start date plans the emails again; saving the name over it keeps the new start date', async () => {
    await edit(two);
    await startOn(one, 20);
    await save(one);
    await expect(dialog(one)).toHaveCount(0);
    await expect(one.getByText('запланирована', { exact: true })).toBeVisible();
    await name(two).fill('Зимние учения');
    await save(two);
    await expect(warning(two)).toContainText('Начало');
    await dialog(two).getByRole('button', { name: 'Сохранить мои' }).click();
    await expect(dialog(two)).toHaveCount(0);
    await expect(head(two)).toHaveText('Зимние учения');
    await two.goto(address.replace('/statistics', ''));
    await expect(two.getByText(/^20\.\d\d\.\d{4}/).first()).toBeVisible();
  });

  test('a campaign that has ended meanwhile can no longer be changed, and the form says so', async () => {
    await two.goto(address);
    await edit(two);
    await name(two).fill('Весенние учения');
    await one.getByRole('button', { name: 'Завершить', exact: true }).click();
    await one.getByRole('button', { name: 'Завершить рассылку' }).click();
    await expect(one.getByText('завершена', { exact: true })).toBeVisible();
    await save(two);
    await expect(warning(two)).toContainText('Изменить её уже нельзя');
    await expect(name(two)).toHaveValue('Весенние учения');
  });
});

test('a large campaign waits until the second administrator has approved it; then its emails arrive', async () => {
  await one.goto(`${product.portal}/lk/admin/organization?tab=settings`);
  const twoPeople = one.getByRole('switch', { name: 'Большие рассылки подтверждает второй администратор' });
  await expect(twoPeople, 'it is on from the beginning').toBeChecked();
  await one.getByRole('textbox', { name: 'Если получателей больше' }).fill('2');
  const settings = one.locator('form').filter({ has: twoPeople });
  await settings.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(one.getByRole('listitem').getByText('Настройки организации сохранены')).toBeVisible();
  await compose('Большие учения');
  await one.getByRole('radio', { name: 'Все сразу' }).check(); // by default emails are spread over working hours
  await next();
  await next();
  await expect(one.getByRole('list', { name: 'Проверки' })).toContainText('старше семи дней и создана не вами');
  await one.getByRole('button', { name: 'Отправить на подтверждение' }).click();
  await expect(one).toHaveURL(/\/campaigns\/[0-9a-f-]+\/statistics/);
  const address = one.url();
  await expect(one.getByText('Ждёт подтверждения второго администратора')).toBeVisible();
  await expect(one.getByRole('button', { name: 'Подтвердить', exact: true }), 'not her own').toHaveCount(0);
  await two.goto(address);
  await expect(two.getByText('Ваша учётная запись моложе семи дней')).toBeVisible();
  await expect(two.getByRole('button', { name: 'Подтвердить', exact: true }), 'a new account').toHaveCount(0);
  await makeIndependent(product, second.email);
  // Another start date needs a new approval, which the second administrator is asked for.
  await one.reload();
  await one.getByRole('button', { name: 'Изменить', exact: true }).click();
  await turnOn(dialog(one).getByRole('switch', { name: 'Отправлять сообщение' }));
  await dialog(one).getByRole('textbox', { name: 'Тема' }).fill('Что это было');
  await dialog(one).getByRole('textbox', { name: 'Текст' }).fill('Это были учения.');
  await save(one);
  await expect(dialog(one)).toHaveCount(0);
  await expect(one.getByText(/Могут подтвердить: .*Мирзаева/)).toBeVisible();
  const email = await openEmail(one, product.portal, second.email, /Подтвердите рассылку/);
  expect(address).toContain(await linkIn(email, '/campaigns/'));
  await two.reload();
  await two.getByRole('button', { name: 'Подтвердить', exact: true }).click();
  await dialog(two).getByRole('button', { name: 'Подтвердить рассылку' }).click();
  await expect(two.getByText('идёт', { exact: true })).toBeVisible();
  await expect(two.getByRole('listitem').filter({ hasText: 'Отправлено' })).toContainText('100', { timeout: 60_000 });
  await openEmail(one, product.portal, person.email, /парол/i);
});
