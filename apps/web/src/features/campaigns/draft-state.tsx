import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Notice } from '../../shared/ui/notices.tsx';
import css from './campaigns.module.css';
import type { DraftState } from './draft-saver.ts';

/** Says whether the draft of the campaign is kept. */
export const DraftLine = ({ state: { phase, at } }: { state: DraftState }): ReactNode => {
  const t = useT('campaigns');
  if (phase === 'none' || phase === 'taken') return null;
  return (
    <span className={css['draft-line']} data-failed={phase === 'failed' || undefined} role="status">
      {phase === 'saved' && at !== null ? t('drafts.saved', { time: formatTime(at) }) : t(`drafts.${phase}`)}
    </span>
  );
};

/** Tells that somebody else has changed the draft: the form is not saved any more until the stored one is opened. */
export const DraftTaken = ({ onOpen }: { onOpen: () => void }): ReactNode => {
  const t = useT('campaigns');
  return (
    <div className={css['draft-taken']}>
      <Notice
        icon={IconAlertTriangle}
        tone="warning"
        alert
        title={t('drafts.taken')}
        actions={
          <Button variant="default" size="compact-md" onClick={onOpen}>
            {t('drafts.taken_open')}
          </Button>
        }
      >
        {t('drafts.taken_text')}
      </Notice>
    </div>
  );
};
