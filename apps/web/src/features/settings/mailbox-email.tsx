import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconDeviceDesktop, IconDeviceMobile, IconPaperclip } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type CallOutput, hrefFor } from '../../shared/api.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatBytes, formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { ErrorState, NotFound } from '../../shared/ui/states.tsx';
import css from './mailbox.module.css';

type Email = CallOutput<'settings.mailbox-email'>;
const views = ['email', 'text', 'headers'] as const;
type View = (typeof views)[number];
/** The signed link to the email's picture is valid for an hour. */
const FRESH_MS = 50 * 60_000;

const Head = ({ email }: { email: Email }): ReactNode => {
  const t = useT('settings__mail');
  return (
    <header>
      <h2 className={css['subject']}>{email.subject || t('mailbox.no_subject')}</h2>
      <dl className={css['facts']}>
        <dt>{t('mailbox.from')}</dt>
        <dd>{email.from}</dd>
        <dt>{t('mailbox.to')}</dt>
        <dd>{email.recipient}</dd>
        <dt>{t('mailbox.date')}</dt>
        <dd>
          <time dateTime={email.received_at}>{formatDateTime(email.received_at)}</time>
        </dd>
      </dl>
    </header>
  );
};

const Attachments = ({ email }: { email: Email }): ReactNode => {
  const t = useT('settings__mail');
  if (email.attachments.length === 0) return null;
  return (
    <ul className={css['files']} aria-label={t('mailbox.attachments')}>
      {email.attachments.map((file, index) => (
        <li key={index}>
          <a
            href={hrefFor('settings.mailbox-attachment', { id: email.id, index })}
            download={file.name}
            className={css['file']}
          >
            <IconPaperclip size={16} aria-hidden />
            <span>{file.name}</span>
            <small>{formatBytes(file.size)}</small>
          </a>
        </li>
      ))}
    </ul>
  );
};

const Body = ({ email, view, width }: { email: Email; view: View; width: string }): ReactNode => {
  const t = useT('settings__mail');
  // Each response has a new signed link; keeping the first one avoids reloading the shown email.
  const [address] = useState(email.preview_url);
  if (view === 'text')
    return (
      <pre className={css['text']} tabIndex={0} role="region" aria-label={t('mailbox.view_text')}>
        {email.text || t('mailbox.no_text')}
      </pre>
    );
  if (view === 'headers') {
    return (
      <dl className={css['headers']} tabIndex={0} aria-label={t('mailbox.view_headers')}>
        {email.headers.map(({ name, value }, i) => (
          <div key={i}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <div className={css['canvas']} data-width={width}>
      <iframe
        src={address}
        title={t('mailbox.frame', { subject: email.subject || t('mailbox.no_subject') })}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
      />
    </div>
  );
};

const Waiting = (): ReactNode => (
  <div className={css['waiting']} aria-hidden>
    <Skeleton height={28} width="60%" />
    <Skeleton height={60} width="40%" />
    <Skeleton height={380} />
  </div>
);

/** One caught email as a mail program shows it, its plain text and its headers. */
export const MailboxEmail = ({ id, onBack }: { id: number; onBack: () => void }): ReactNode => {
  const t = useT('settings__mail');
  const [view, setView] = useState<View>('email');
  const [width, setWidth] = useState('desktop');
  const query = useRead('settings.mailbox-email', { id }, { quiet: true, fresh: true, staleTime: FRESH_MS });
  const back = (
    <Button
      variant="subtle"
      color="gray"
      size="compact-md"
      className={css['back']!}
      leftSection={<IconArrowLeft size={16} />}
      onClick={onBack}
    >
      {t('mailbox.back')}
    </Button>
  );
  if (query.isError && query.data === undefined) {
    return (
      <>
        {back}
        {failedWith(query.error, 'email.not_found') ? (
          <NotFound title={t('mailbox.gone')} hint={t('mailbox.gone_hint')} />
        ) : (
          <ErrorState onRetry={() => void query.refetch()} />
        )}
      </>
    );
  }
  if (query.data === undefined)
    return (
      <>
        {back}
        <Waiting />
      </>
    );
  const widths = [
    ['desktop', IconDeviceDesktop],
    ['phone', IconDeviceMobile],
  ] as const;
  return (
    <article className={css['email']}>
      {back}
      <Head email={query.data} />
      <Attachments email={query.data} />
      <div className={css['tools']}>
        <SegmentedControl
          aria-label={t('mailbox.view')}
          value={view}
          onChange={(next) => setView(next as View)}
          data={views.map((one) => ({ value: one, label: t(`mailbox.view_${one}`) }))}
        />
        {view === 'email' && (
          <SegmentedControl
            className={css['widths']!}
            aria-label={t('mailbox.width')}
            value={width}
            onChange={setWidth}
            data={widths.map(([value, Sign]) => ({
              value,
              label: (
                <span className={css['width']}>
                  <Sign size={16} aria-hidden />
                  <span className="sr-only">{t(`mailbox.${value}`)}</span>
                </span>
              ),
            }))}
          />
        )}
      </div>
      <Body email={query.data} view={view} width={width} />
    </article>
  );
};
