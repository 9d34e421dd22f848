// @vitest-environment happy-dom
import { act, type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Drawer, Modal } from './overlays.tsx';
import { draw, eventually } from './testing.tsx';

type Kind = 'modal' | 'drawer' | 'confirmation';

/** A page with a button that opens a window, mounted open or kept mounted; the window can remove its button. */
const Page = ({ kind, kept }: { kind: Kind; kept: boolean }): ReactNode => {
  const [open, setOpen] = useState(false);
  const [gone, setGone] = useState(false);
  const close = (): void => setOpen(false);
  const content = (
    <>
      <button type="button" onClick={close}>
        Закрыть окно
      </button>
      <button
        type="button"
        onClick={() => {
          setGone(true);
          close();
        }}
      >
        Удалить строку
      </button>
    </>
  );
  const Kit = kind === 'drawer' ? Drawer : Modal;
  const shown =
    kind === 'confirmation' ? (
      <ConfirmDialog opened={open} title="Удалить?" action="Удалить" onConfirm={close} onClose={close}>
        {content}
      </ConfirmDialog>
    ) : (
      <Kit opened={open} onClose={close} title="Окно">
        {content}
      </Kit>
    );
  return (
    <main>
      <h1>Список</h1>
      {!gone && (
        <button type="button" onClick={() => setOpen(true)}>
          Открыть
        </button>
      )}
      {(open || kept) && shown}
    </main>
  );
};

const button = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === name);
const press = (name: string) =>
  act(async () => {
    button(name)!.focus();
    button(name)!.click();
  });

test.each<[Kind, boolean]>([
  ['modal', true],
  ['modal', false],
  ['drawer', true],
  ['drawer', false],
  ['confirmation', true],
  ['confirmation', false],
])(
  'a %s returns the focus to what opened it, or to the heading if that is gone (kept mounted: %s)',
  async (kind, kept) => {
    const page = await draw(<Page kind={kind} kept={kept} />);
    await press('Открыть');
    await eventually(() => expect(button('Закрыть окно')).toBeDefined());
    await press('Закрыть окно');
    await eventually(() => expect(document.activeElement).toBe(button('Открыть')));
    await press('Открыть');
    await eventually(() => expect(button('Удалить строку')).toBeDefined());
    await press('Удалить строку');
    await eventually(() => expect(document.activeElement?.tagName).toBe('H1'));
    page.end();
  },
);
