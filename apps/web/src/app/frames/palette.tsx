import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { lazy } from '../../shared/ui/lazy.tsx';
import type { ListKeys } from './palette-list.tsx';
import css from './palette.module.css';

const PaletteList = lazy(() => import('./palette-list.tsx'));

/**
 * The field that finds people, things, pages and actions. The dialog and its field are plain elements of the frame, so that they take
 * the first key after Ctrl K; the list below loads its code meanwhile and then reads what was typed.
 */
export const Palette = ({ me, onClose }: { me: Me; onClose: () => void }): ReactNode => {
  const t = useT();
  const id = useId();
  const [text, setText] = useState('');
  const [isEntered, setEntered] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const dialog = useRef<HTMLDialogElement>(null);
  const keys = useRef<ListKeys>(null);
  const show = useCallback((node: HTMLDialogElement | null) => {
    dialog.current = node;
    // Moves the focus to the field, keeps the page behind out of reach, and gives the focus back on `close`.
    if (node !== null && !node.open) node.showModal();
  }, []);
  const close = useCallback(() => dialog.current?.close(), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (keys.current !== null) keys.current(event);
    else if (event.key === 'Enter') setEntered(true);
    if (['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) event.preventDefault();
  };
  return (
    // The dialog closes on a press beside it; Escape is its own.
    <dialog
      ref={show}
      className={css['sheet']}
      aria-label={t('palette.open')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div className={css['inside']}>
        <div className={css['box']}>
          <IconSearch size={18} aria-hidden />
          <input
            className={css['input']}
            value={text}
            placeholder={t('palette.hint')}
            aria-label={t('palette.hint')}
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            aria-expanded
            aria-controls={id}
            aria-activedescendant={chosen}
            onChange={(event) => {
              setText(event.target.value);
              setEntered(false);
            }}
            onKeyDown={onKeyDown}
          />
          <kbd aria-hidden>Esc</kbd>
        </div>
        <Suspense fallback={<div className={css['waiting']} aria-busy />}>
          <PaletteList
            me={me}
            text={text}
            id={id}
            isEntered={isEntered}
            keys={keys}
            onChosen={setChosen}
            onClose={close}
          />
        </Suspense>
      </div>
    </dialog>
  );
};

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
/** Ctrl K, or ⌘ K, in any keyboard layout. */
const isOpenKey = (event: globalThis.KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  (event.code === 'KeyK' || event.key.toLowerCase() === 'k');
/** The key / outside of fields and windows; it types a full stop in Russian. */
const isSlash = (event: globalThis.KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  (event.key === '/' || (event.code === 'Slash' && event.key === '.')) &&
  !takesText(event.target) &&
  document.querySelector('[aria-modal="true"], dialog[open]') === null;

/** Opens the palette by its keys. */
export const usePaletteKeys = (open: () => void): void => {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (event.defaultPrevented || !(isOpenKey(event) || isSlash(event))) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [open]);
};
