import { type CSSProperties, type ReactNode, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './player.module.css';

const KEY = 'sergak.text-size';
const sizes = [16, 17.5, 20, 23] as const;
const USUAL = 1;

const remembered = (): number => {
  const found = Number(localStorage.getItem(KEY) ?? USUAL);
  return Number.isInteger(found) && found >= 0 && found < sizes.length ? found : USUAL;
};

/** The text size of slides on this device: the style for their container, and two buttons. */
export const useTextSize = (): { style: CSSProperties; buttons: ReactNode } => {
  const t = useT('learning__learner');
  const [at, setAt] = useState(remembered);
  const set = (next: number): void => {
    setAt(next);
    localStorage.setItem(KEY, String(next));
  };
  const value = t('player.size_value', { n: at + 1, total: sizes.length });
  const buttons = (
    <div className={css['size']} role="group" aria-label={t('player.size')}>
      <button
        type="button"
        disabled={at === 0}
        onClick={() => set(at - 1)}
        aria-label={`${t('player.size')} −, ${value}`}
      >
        A
      </button>
      <button
        type="button"
        disabled={at === sizes.length - 1}
        onClick={() => set(at + 1)}
        aria-label={`${t('player.size')} +, ${value}`}
      >
        A
      </button>
    </div>
  );
  return { style: { '--slide-size': `${sizes[at]}px` } as CSSProperties, buttons };
};
