// @vitest-environment happy-dom
import { act, type ReactNode, useState } from 'react';
import { expect, test } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Drawer, Modal } from './overlays.tsx';
import { FileDrop } from './file-drop.tsx';
import { useFocusAfter } from './focus-return.ts';
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

/** A picture that a button removes a moment later; while it is being removed, no other can be chosen. */
const Picture = (): ReactNode => {
  const [state, setState] = useState<'there' | 'going' | 'gone'>('there');
  const place = useFocusAfter(state !== 'gone');
  return (
    <>
      {state !== 'gone' && (
        <button type="button" onClick={() => setState(state === 'there' ? 'going' : 'gone')}>
          Убрать
        </button>
      )}
      <div ref={place}>
        <FileDrop
          label="Выбрать"
          accept={[]}
          maxBytes={1}
          file={null}
          onFile={() => undefined}
          disabled={state === 'going'}
        />
      </div>
    </>
  );
};

test('a button that goes with what it removes leaves the focus to what is chosen instead', async () => {
  const page = await draw(<Picture />);
  const drop = () => page.root.querySelector<HTMLElement>('button[aria-describedby]')!;
  drop().focus();
  await press('Убрать');
  expect(drop().getAttribute('aria-disabled')).toBe('true');
  drop().focus();
  expect(document.activeElement, 'it keeps the focus while it waits').toBe(drop());
  await press('Убрать');
  await eventually(() => expect(document.activeElement).toBe(drop()));
  expect(drop().getAttribute('aria-disabled')).toBeNull();
  page.end();
});
