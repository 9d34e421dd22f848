import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './phishing.module.css';

type Props = {
  name: string;
  subject: string;
  ticked: boolean;
  /** Whether the preview shows this email. */
  shown: boolean;
  onTick: () => void;
  onShow: () => void;
  /** Facts below the subject. */
  children?: ReactNode;
  /** Marks at the end of the row. */
  marks?: ReactNode;
};
/** An email of the chooser: its tick chooses it, a click on it shows it. */
export const ChoiceRow = ({ name, subject, ticked, shown, onTick, onShow, children, marks }: Props): ReactNode => {
  const t = useT('phishing');
  return (
    <div className={css['choice']} data-shown={shown || undefined}>
      <Checkbox checked={ticked} onChange={onTick} aria-label={`${name}: ${subject}`} />
      <button
        type="button"
        className={css['look']}
        aria-label={t('chooser.look', { name })}
        aria-pressed={shown}
        onClick={onShow}
      >
        <span className={css['choice-name']}>
          {name}
          <small>{subject}</small>
          {children}
        </span>
        {marks}
      </button>
    </div>
  );
};
