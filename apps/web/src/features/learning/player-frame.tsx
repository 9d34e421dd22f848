import { IconCloudCheck, IconCloudOff, IconCloudUp, IconCloudX, IconX } from '@tabler/icons-react';
import { type ReactNode, type Ref, useEffect, useSyncExternalStore } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { bottomBarRef } from '../../shared/ui/bottom-bar.ts';
import type { Outbox } from './outbox.ts';
import css from './player.module.css';

const marks = { saved: IconCloudCheck, saving: IconCloudUp, offline: IconCloudOff, rejected: IconCloudX } as const;

/** Whether progress has reached the server; while offline, a note that nothing is lost. */
const SaveState = ({ outbox }: { outbox: Outbox }): ReactNode => {
  const t = useT('learning__learner');
  const state = useSyncExternalStore(outbox.subscribe, outbox.state);
  const Mark = marks[state];
  return (
    <span className={css['saved']} data-state={state} role="status" title={t(`save.${state}`)}>
      <Mark size={18} stroke={1.7} aria-hidden />
      <span>{t(state === 'offline' ? 'save.offline_short' : `save.${state}`)}</span>
      {state === 'offline' && <span className="sr-only">{t('save.offline')}</span>}
    </span>
  );
};

type Props = {
  courseId: string;
  course: string;
  title: string;
  /** 0…1 */
  share: number;
  outbox: Outbox;
  tools?: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
  stageRef?: Ref<HTMLDivElement>;
};

/** A full-window player: content first, a thin progress bar, and navigation within reach of the thumb. */
export const PlayerFrame = ({
  courseId,
  course,
  title,
  share,
  outbox,
  tools,
  children,
  foot,
  stageRef,
}: Props): ReactNode => {
  const t = useT('learning__learner');
  useEffect(() => {
    document.body.dataset['player'] = '';
    return () => void delete document.body.dataset['player'];
  }, []);
  return (
    <div className={css['player']}>
      <div className={css['top']}>
        <div className={css['top-main']}>
          <ScreenLink
            screen="learner.course"
            params={{ course_id: courseId }}
            className={css['close']}
            aria-label={t('player.close')}
            title={t('player.close')}
          >
            <IconX size={22} stroke={1.7} aria-hidden />
          </ScreenLink>
          <div className={css['names']}>
            <p className={css['name']}>{title}</p>
            <p className={css['course']}>{course}</p>
          </div>
        </div>
        <div className={css['tools']}>
          <SaveState outbox={outbox} />
          {tools}
        </div>
      </div>
      <div className={css['thin']} aria-hidden>
        <span style={{ width: `${Math.round(share * 1000) / 10}%` }} />
      </div>
      <div className={css['stage']} ref={stageRef}>
        {children}
      </div>
      {foot !== undefined && (
        <div ref={bottomBarRef} className={css['foot']}>
          {foot}
        </div>
      )}
    </div>
  );
};
