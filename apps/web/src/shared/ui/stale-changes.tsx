import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../i18n/use-t.ts';
import css from './stale-changes.module.css';

export type StaleRow = {
  key: string;
  label: string;
  from: string;
  to: string;
  /** The person who made the change, and the time. */
  who?: string | undefined;
  /** The value that this person has typed, if it differs. */
  mine?: string | undefined;
};
type Props = {
  title: string;
  /** Shown if none of the visible values has changed. */
  same: string;
  rows: readonly StaleRow[];
  busy: boolean;
  onTake: () => void;
  onOverwrite: () => void;
};

/**
 * Shows what another person changed in the meantime. The person can take over these changes or overwrite them. It moves
 * into view and takes the focus: it may be far above the button that saves.
 */
export const StaleChanges = ({ title, same, rows, busy, onTake, onOverwrite }: Props): ReactNode => {
  const t = useT('commons');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current!.scrollIntoView({ block: 'start' });
    box.current!.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} className={css['stale']} role="alert" tabIndex={-1}>
      <p>
        <strong>{title}</strong> {rows.length === 0 ? same : t('stale.text')}
      </p>
      {rows.length > 0 && (
        <dl>
          {rows.map(({ key, label, from, to, who, mine }) => (
            <div key={key} data-clash={mine !== undefined || undefined}>
              <dt>{label}</dt>
              <dd>
                <del>{from}</del> → <strong>{to}</strong>
                {who !== undefined && <small>{who}</small>}
                {mine !== undefined && <small>{t('stale.mine', { value: mine })}</small>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className={css['foot']}>
        <Button variant="default" onClick={onTake}>
          {t('stale.take')}
        </Button>
        <Button loading={busy} onClick={onOverwrite}>
          {t('stale.overwrite')}
        </Button>
      </div>
    </div>
  );
};
