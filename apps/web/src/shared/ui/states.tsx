import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconInbox, IconLock, IconRefresh, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { failedWith, isApiError } from '../api-error.ts';
import { useT } from '../i18n/use-t.ts';
import { queryClient } from '../query-client.ts';
import css from './states.module.css';

export type Icon = TablerIcon;
type State = {
  icon?: Icon;
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  full?: boolean;
  tone?: 'quiet' | 'bad';
};

/** Whether a state is all that its page shows: then its title is the heading of the page, which has no other. */
const useIsHeading = (title: RefObject<HTMLElement | null>): boolean => {
  const [isHeading, setIsHeading] = useState(false);
  useLayoutEffect(
    () => setIsHeading([...document.querySelectorAll('h1')].every((one) => one === title.current)),
    [title],
  );
  return isHeading;
};

const Frame = ({ icon: Mark = IconInbox, title, hint, action, full = false, tone = 'quiet' }: State): ReactNode => {
  const own = useRef<HTMLHeadingElement>(null);
  const Title = useIsHeading(own) ? 'h1' : 'p';
  return (
    <div className={css['state']} data-full={full || undefined} data-tone={tone}>
      <span className={css['mark']}>
        <Mark size={26} stroke={1.6} aria-hidden />
      </span>
      <Title ref={own} className={css['title']}>
        {title}
      </Title>
      {hint !== undefined && <p className={css['hint']}>{hint}</p>}
      {action !== undefined && <div className={css['action']}>{action}</div>}
    </div>
  );
};

/** An empty list: one sentence and one action. */
export const EmptyState = (props: State): ReactNode => <Frame {...props} />;

type Failure = 'anonymous' | 'no_access' | 'not_found' | 'offline' | 'error';
/** Why something on the page could not be read. The causes that trying again would not help come first. */
const failureOfPage = (): Failure => {
  const errors = queryClient
    .getQueryCache()
    .findAll({ type: 'active' })
    .map((query) => query.state.error)
    .filter(isApiError);
  if (errors.some((error) => failedWith(error, 'privacy.anonymous'))) return 'anonymous';
  const statuses = new Set(errors.map((error) => error.status));
  if (statuses.has(0)) return 'offline';
  if ([...statuses].some((status) => status >= 500)) return 'error';
  if (statuses.has(403)) return 'no_access';
  return statuses.has(404) ? 'not_found' : 'error';
};

/** Shown when loading has failed. */
export const ErrorState = ({
  title,
  hint,
  onRetry,
  full = false,
}: {
  title?: string;
  hint?: ReactNode;
  onRetry?: () => void;
  full?: boolean;
}): ReactNode => {
  const t = useT('commons');
  const failure = failureOfPage();
  if (failure === 'anonymous')
    return <Frame icon={IconLock} full={full} title={t('state.anonymous_title')} hint={t('state.anonymous_hint')} />;
  return (
    <div role="alert">
      <Frame
        icon={IconAlertTriangle}
        tone="bad"
        full={full}
        title={title ?? t(failure === 'offline' ? 'state.error_title' : `state.${failure}_title`)}
        hint={hint ?? t(`state.${failure}_hint`)}
        {...(onRetry === undefined
          ? {}
          : {
              action: (
                <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
                  {t('retry')}
                </Button>
              ),
            })}
      />
    </div>
  );
};

/** A part of a form that could not be loaded: one sentence and a button to try again. */
export const PartFailed = ({ text, onRetry }: { text: string; onRetry: () => void }): ReactNode => {
  const t = useT('commons');
  return (
    <p role="alert" className="form-error">
      {text}{' '}
      <Button variant="subtle" size="compact-sm" onClick={onRetry}>
        {t('retry')}
      </Button>
    </p>
  );
};

/** The person may not see this. */
export const NoAccessState = (): ReactNode => {
  const t = useT('commons');
  return <Frame icon={IconLock} title={t('state.no_access_title')} hint={t('state.no_access_hint')} />;
};

/** A loading indicator without a shape; prefer a skeleton in the shape of the content. */
export const LoadingState = ({ full = false }: { full?: boolean }): ReactNode => {
  const t = useT('commons');
  return (
    <div className={css['loading']} data-full={full || undefined} data-waiting role="status">
      <Loader size={28} type="dots" aria-hidden />
      <span className="sr-only">{t('loading')}</span>
    </div>
  );
};

/** The thing in the address does not exist (any more). */
export const NotFound = ({ title, hint, action }: { title?: string; hint?: string; action?: ReactNode }): ReactNode => {
  const t = useT('commons');
  return <Frame title={title ?? t('state.not_found_title')} hint={hint ?? t('state.not_found_hint')} action={action} />;
};
