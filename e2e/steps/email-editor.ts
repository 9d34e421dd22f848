import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';

/** The canvas of the visual editor. */
export const canvasOf = (page: Page): FrameLocator => page.frameLocator('iframe.gjs-frame');

/** Opens a text in the canvas for typing. */
export const openText = async (text: Locator): Promise<void> => {
  await text.dblclick();
  await expect(text).toHaveAttribute('contenteditable', 'true');
};

/** Selects a phrase in an open text of the canvas, as dragging over it does. */
export const selectPhrase = (text: Locator, phrase: string): Promise<void> =>
  text.evaluate((el, wanted) => {
    const walker = el.ownerDocument.createTreeWalker(el, 4);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const at = node.nodeValue!.indexOf(wanted);
      if (at < 0) continue;
      const range = el.ownerDocument.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const selection = el.ownerDocument.getSelection()!;
      selection.removeAllRanges();
      selection.addRange(range);
      return;
    }
    throw new Error(`no «${wanted}» in ${el.innerHTML}`);
  }, phrase);

/** Inserts a variable at the caret. */
export const insertVariable = (page: Page, name: string): Promise<void> =>
  page.getByRole('group', { name: 'Вставить переменную' }).getByRole('button', { name, exact: true }).click();

/** Marks a phrase of a text as the red flag with this number. */
export const markFlag = async (page: Page, text: Locator, phrase: string, number: number): Promise<void> => {
  await openText(text);
  await selectPhrase(text, phrase);
  await page.getByRole('button', { name: 'Отметить признак' }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${number}\\. `) }).click();
  await expect(text.locator(`[data-tip="${number}"]`)).toHaveText(phrase);
};

/** Chooses an option of a drop-down list. */
export const choose = async (page: Page, list: Locator, option: string | RegExp): Promise<void> => {
  await list.click();
  const one = page.getByRole('option', { name: option });
  await one.click();
  await expect(one, 'the next list is not asked for an option of this one').toHaveCount(0);
};
