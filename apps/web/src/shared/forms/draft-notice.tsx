import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDateTime } from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import { Notice } from '../ui/notices.tsx';
import css from './draft-notice.module.css';
import type { DraftState } from './guard.tsx';

type Props = {
  draft: Pick<DraftState<object>, 'storedAt' | 'unconfirmed' | 'confirm'>;
  onRestart: () => void;
  /** Whether the notice adds the space below it; for pages that are not a grid with gaps. */
  spaced?: boolean;
};
/**
 * Tells the person that the form shows an earlier draft, which must be confirmed or changed before it can be sent.
 * `onRestart` starts with an empty form.
 */
export const DraftNotice = ({
  draft: { storedAt, unconfirmed, confirm },
  onRestart,
  spaced = false,
}: Props): ReactNode => {
  const t = useT('commons');
  if (storedAt === null) return null;
  const notice = (
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
  return spaced ? <div className={css['spaced']}>{notice}</div> : notice;
};
