import { Button } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { suspiciousStates } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { SuspiciousEmail } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatBytes, formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { Drawer } from '../../shared/ui/overlays.tsx';
import { Facts } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { ReporterName } from './reporter-name.tsx';
import { stateTones } from './state-tones.ts';
import css from './suspicious-mail.module.css';

const Reporter = ({ reporter }: Pick<SuspiciousEmail, 'reporter'>): ReactNode => {
  if (reporter.id === null) return <ReporterName reporter={reporter} />;
  return (
    <ScreenLink screen="staff.employee" params={{ employee_id: reporter.id }} className="link">
      {reporter.name}
    </ScreenLink>
  );
};

const Decision = ({ email }: { email: SuspiciousEmail }): ReactNode => {
  const t = useT('suspicious');
  const decide = useWrite('suspicious-mail.set-state', { tip: 'tips:suspicious.state' });
  return (
    <section>
      <h3>{t('drawer.decide')}</h3>
      <div className={css['states']} role="group" aria-label={t('drawer.decide')}>
        {suspiciousStates.map((state) => (
          <Button
            key={state}
            variant={state === email.state ? 'filled' : 'default'}
            aria-pressed={state === email.state}
            disabled={decide.isPending}
            onClick={() => state !== email.state && decide.mutate({ id: email.id, state })}
          >
            {t(`state.${state}`)}
          </Button>
        ))}
      </div>
    </section>
  );
};

const Content = ({ email }: { email: SuspiciousEmail }): ReactNode => {
  const t = useT('suspicious');
  if (email.unreadable) return <p>{t('drawer.unreadable')}</p>;
  return (
    <>
      <section>
        <h3>{t('drawer.links')}</h3>
        <p>{t(email.links.length === 0 ? 'drawer.no_links' : 'drawer.links_hint')}</p>
        <ul className={css['lines']}>
          {email.links.map((link) => (
            <li key={link}>
              <code className={css['wire']}>{link}</code>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{t('drawer.attachments')}</h3>
        <p>{t(email.attachments.length === 0 ? 'drawer.no_attachments' : 'drawer.attachments_hint')}</p>
        <ul className={css['lines']}>
          {email.attachments.map(({ name, size }, at) => (
            <li key={at}>
              {name} <small>{formatBytes(size)}</small>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{t('drawer.headers')}</h3>
        {email.headers === '' ? (
          <p>{t('drawer.no_headers')}</p>
        ) : (
          // Long headers scroll, so the block must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <pre className={css['headers']} tabIndex={0} role="region" aria-label={t('drawer.headers')}>
            <code className={css['wire']}>{email.headers}</code>
          </pre>
        )}
      </section>
    </>
  );
};

const Details = ({ email }: { email: SuspiciousEmail }): ReactNode => {
  const t = useT('suspicious');
  return (
    <div className={css['drawer']}>
      <div>
        <StatusBadge tone={stateTones[email.state]}>{t(`state.${email.state}`)}</StatusBadge>
      </div>
      <Facts
        items={[
          [t('drawer.sender'), email.sender || t('no_sender')],
          [t('drawer.reporter'), <Reporter key="reporter" reporter={email.reporter} />],
          [t('drawer.reported_at'), formatDateTime(email.reported_at)],
          ...(email.sent_at === null ? [] : [[t('drawer.sent_at'), formatDateTime(email.sent_at)] as const]),
          [t('drawer.size'), formatBytes(email.size)],
          [t('drawer.forwarded'), email.forwarded_to ?? t('drawer.not_forwarded')],
          ...(email.state_at === null
            ? []
            : [[t('drawer.decided'), `${email.state_by ?? '—'}, ${formatDateTime(email.state_at)}`] as const]),
        ]}
      />
      <Decision email={email} />
      <Content email={email} />
    </div>
  );
};

/** Everything known about a reported email, as text. */
export const SuspiciousDrawer = ({ id, onClose }: { id: string; onClose: () => void }): ReactNode => {
  const t = useT('suspicious');
  const { data, isError, error, refetch } = useRead('suspicious-mail.get', { id }, { quiet: true, fresh: true });
  return (
    <Drawer
      opened
      onClose={onClose}
      title={data ? data.subject || t('no_subject') : t('title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      {data ? (
        <Details email={data} />
      ) : failedWith(error, 'suspicious.not_found', 'request.invalid') ? (
        <EmptyState icon={IconMailOff} title={t('drawer.gone')} />
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </Drawer>
  );
};
