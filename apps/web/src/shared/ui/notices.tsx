import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from './states.tsx';
import css from './notices.module.css';

type NoticeProps = {
  icon: Icon;
  tone?: 'usual' | 'good' | 'warning' | 'bad';
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  alert?: boolean;
};
/** An important fact on a page: icon, one bold line, a sentence, an action. */
export const Notice = ({
  icon: Mark,
  tone = 'usual',
  title,
  children,
  actions,
  alert = false,
}: NoticeProps): ReactNode => (
  <div className={css['notice']} data-tone={tone} role={alert ? 'alert' : undefined}>
    <span className={css['mark']}>
      <Mark size={22} stroke={1.7} aria-hidden />
    </span>
    <div className={css['body']}>
      <p className={css['title']}>{title}</p>
      {children !== undefined && <div className={css['text']}>{children}</div>}
      {actions !== undefined && <div className={css['actions']}>{actions}</div>}
    </div>
  </div>
);

type StaleProps = {
  icon: Icon;
  title: string;
  text: string;
  theirs: string;
  mine: string;
  busy: boolean;
  onTheirs: () => void;
  onMine: () => void;
};
/** Another person saved in between: nothing is lost until this person chooses a version. */
export const StaleNotice = ({ icon, title, text, theirs, mine, busy, onTheirs, onMine }: StaleProps): ReactNode => (
  <Notice
    icon={icon}
    tone="warning"
    title={title}
    alert
    actions={
      <>
        <Button variant="default" size="compact-md" onClick={onTheirs}>
          {theirs}
        </Button>
        <Button variant="default" size="compact-md" loading={busy} onClick={onMine}>
          {mine}
        </Button>
      </>
    }
  >
    {text}
  </Notice>
);
