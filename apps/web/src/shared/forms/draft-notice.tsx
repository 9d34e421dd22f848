import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDateTime } from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import { Notice } from '../ui/notices.tsx';
import type { DraftState } from './guard.tsx';

type Props = { draft: Pick<DraftState<object>, 'storedAt' | 'unconfirmed' | 'confirm'>; onRestart: () => void };
/**
 * Tells the person that the form shows an earlier draft, which must be confirmed or changed before it can be sent.
 * `onRestart` starts with an empty form.
 */
export const DraftNotice = ({ draft: { storedAt, unconfirmed, confirm }, onRestart }: Props): ReactNode => {
  const t = useT('commons');
  if (storedAt === null) return null;
  return (
    <Notice
      icon={IconFileText}
      title={t('draft.title', { date: formatDateTime(storedAt) })}
      actions={
        <>
          {unconfirmed && (
            <Button variant="default" size="compact-md" onClick={confirm}>
              {t('draft.go_on')}
            </Button>
          )}
          <Button variant="subtle" size="compact-md" onClick={onRestart}>
            {t('draft.restart')}
          </Button>
        </>
      }
    >
      {unconfirmed ? t('draft.check') : undefined}
    </Notice>
  );
};
