import { expect, type Locator, type Page } from '@playwright/test';
import type { Site } from '../running.ts';
import { canvasOf, openText, selectPhrase } from './email-editor.ts';
import { newsletter } from './newsletter.ts';

export const TEMPLATE = 'Портал закупок';
export const SUBJECT = 'Новые правила согласования заявок';
export const PAGE = 'Вход в портал закупок';

/** The screens on which an administrator makes a simulation of her own. The page is asked for at each step, because it opens later. */
export const simulationScreens = (administrator: () => Page) => {
  let template = '';
  const main = () => administrator().getByRole('main');
  const dialog = () => administrator().getByRole('dialog');
  const field = (name: string) => administrator().getByRole('textbox', { name, exact: true });
  const list = (name: string) => administrator().getByRole('combobox', { name, exact: true });
  const preview = (title: string) => administrator().frameLocator(`iframe[title="${title}"]`);
  const openTemplate = async (tab = '') => {
    await administrator().goto(`${template}${tab && `?tab=${tab}`}`);
    await expect(main().getByRole('heading', { level: 1 })).toContainText(TEMPLATE);
  };
  return {
    main,
    dialog,
    field,
    list,
    preview,
    openTemplate,
    editEmail: async () => {
      await openTemplate();
      await main().getByRole('link', { name: 'Изменить' }).click();
      await expect(field('Тема')).not.toHaveValue('');
    },
    saveEmail: async () => {
      await administrator().getByRole('button', { name: 'Сохранить письмо' }).click();
      await expect(administrator()).toHaveURL(/\/templates\/[0-9a-f-]+(\?|$)/);
    },
    /** Creates the template, and imports a newsletter as its email. Leaves the report of the import open. */
    importNewsletter: async ({ portal }: Site) => {
      await administrator().goto(`${portal}/lk/admin/phishing/templates`);
      await administrator().getByRole('link', { name: 'Создать шаблон' }).click();
      await field('Название').fill(TEMPLATE);
      await administrator().getByRole('button', { name: 'Создать шаблон' }).click();
      await expect(main().getByRole('heading', { level: 1 })).toContainText(TEMPLATE);
      template = administrator().url().split('?')[0]!;
      await administrator().getByRole('button', { name: 'Импортировать' }).click();
      const picture = await administrator().screenshot({ clip: { x: 0, y: 0, width: 536, height: 120 } });
      await dialog().locator('input[type=file]').setInputFiles(newsletter(SUBJECT, picture));
      const answered = administrator().waitForResponse(/\/phishing\/.*import/, { timeout: 0 }); // its first run starts two threads
      await dialog().getByRole('button', { name: 'Импортировать' }).click();
      await answered;
    },
    /** Opens the imported email in the editor. */
    openImported: async () => {
      await dialog().getByRole('button', { name: 'Открыть в редакторе' }).click();
      await expect(field('Тема')).toHaveValue(SUBJECT);
      await expect(canvasOf(administrator()).locator('#deadline')).toContainText('Подтвердите учётную запись');
    },
    addBlock: (name: string) =>
      administrator().getByRole('group', { name: 'Блоки' }).getByRole('button', { name, exact: true }).click(),
    /** Replaces a phrase of a text on the canvas. */
    write: async (text: Locator, before: string, after: string) => {
      await openText(text);
      await selectPhrase(text, before);
      await administrator().keyboard.type(after);
      await expect(text).toContainText(after);
    },
    /** Chooses the email of the only template of this name in the campaign wizard. */
    pickEmail: async (within: Locator, name: string) => {
      await within.getByRole('button', { name: 'Выбрать письма' }).click();
      await dialog().getByRole('checkbox', { name }).check();
      await dialog().getByRole('button', { name: 'Выбрать', exact: true }).click();
      await expect(dialog()).toHaveCount(0);
    },
    stage: (name: string) => main().getByRole('listitem').filter({ hasText: name }).first(),
  };
};
