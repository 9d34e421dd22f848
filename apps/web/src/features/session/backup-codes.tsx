import { Button, CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './authenticator.module.css';

/** Backup codes, shown once; the person stores them outside the portal. */
export const BackupCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }): ReactNode => {
  const t = useT('session__authenticator');
  return (
    <div className={css['block']}>
      <p>{t('codes_text')}</p>
      <ol className={css['codes']} aria-label={t('codes_title')}>
        {codes.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ol>
      <div className={css['actions']}>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>{t('codes_done')}</Button>
      </div>
    </div>
  );
};
