import { Button } from '@mantine/core';
import { IconMailOff, IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ReportedText, SuspiciousEmail } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { formatBytes, formatDate, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { Notice } from '../../shared/ui/notices.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import css from './report.module.css';

type View = 'html' | 'text' | 'headers';

/** The message in a frame that loads nothing; its own pictures are shown on request. */
const Page = ({
  page,
  pictures,
}: {
  page: NonNullable<ReportedText['page']>;
  pictures: ReportedText['pictures'];
}): ReactNode => {
  const t = useT('suspicious');
  const [shown, setShown] = useState(false);
  return (
    <>
      {pictures.embedded > 0 && !shown && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPhoto size={16} />}
          onClick={() => setShown(true)}
        >
          {t('drawer.pictures_show', { count: formatNumber(pictures.embedded) })}
        </Button>
      )}
      <iframe
        key={String(shown)}
        className={css['frame']}
        sandbox=""
        referrerPolicy="no-referrer"
        src={shown ? page.with_pictures : page.url}
        title={t('drawer.frame')}
      />
      {pictures.remote > 0 && (
        <p className="quiet">{t('drawer.pictures_remote', { count: formatNumber(pictures.remote) })}</p>
      )}
    </>
  );
};

const Headers = ({ headers }: Pick<ReportedText, 'headers'>): ReactNode => {
  const t = useT('suspicious');
  return (
    // Long headers scroll, so the block must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <dl className={css['all-headers']} tabIndex={0} aria-label={t('drawer.view_headers')}>
      {headers.map(({ name, value }, at) => (
        <div key={at}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

const Links = ({ links }: Pick<ReportedText, 'links'>): ReactNode => {
  const t = useT('suspicious');
  return (
    <section>
      <h3>{t('drawer.links')}</h3>
      <p>{t(links.length === 0 ? 'drawer.no_links' : 'drawer.links_hint')}</p>
      <ul className={css['links']}>
        {links.map(({ text, address, host }) => (
          <li key={address}>
            {text !== '' && <span>{text}</span>}
            <code>{address}</code>
            {host !== '' && <small>{t('drawer.leads', { host })}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
};

const Read = ({ message }: { message: ReportedText }): ReactNode => {
  const t = useT('suspicious');
  const [view, setView] = useState<View>(message.page ? 'html' : 'text');
  const views: readonly View[] = message.page ? ['html', 'text', 'headers'] : ['text', 'headers'];
  return (
    <>
      <section className={css['message']}>
        <Tabs<View>
          label={t('drawer.message')}
          value={view}
          onChange={setView}
          items={views.map((value) => ({ value, label: t(`drawer.view_${value}`) }))}
        >
          {view === 'html' && message.page ? (
            <Page page={message.page} pictures={message.pictures} />
          ) : view === 'headers' ? (
            <Headers headers={message.headers} />
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <pre className={css['text']} tabIndex={0} role="region" aria-label={t('drawer.view_text')}>
              {message.text.trim() || t('drawer.no_text')}
            </pre>
          )}
        </Tabs>
      </section>
      <Links links={message.links} />
    </>
  );
};

/** Links as they were stored with the report, for a message that is not kept. */
const StoredLinks = ({ links }: Pick<SuspiciousEmail, 'links'>): ReactNode => (
  <Links links={links.map((address) => ({ text: '', address, host: '' }))} />
);

/** Reads a kept message once; the reading is logged. */
const KeptMessage = ({ email }: { email: SuspiciousEmail }): ReactNode => {
  const t = useT('suspicious');
  const read = useWrite('suspicious-mail.read', { quiet: true });
  const { mutate } = read;
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate({ id: email.id });
  }, [mutate, email.id]);
  return (
    <>
      {read.data ? (
        <Read message={read.data} />
      ) : read.isError ? (
        <ErrorState title={t('drawer.failed')} onRetry={() => mutate({ id: email.id })} />
      ) : (
        <LoadingState />
      )}
      {email.body_until !== null && (
        <p className="quiet">{t('drawer.reading', { when: formatDate(email.body_until) })}</p>
      )}
    </>
  );
};

const Attachments = ({ email }: { email: SuspiciousEmail }): ReactNode => {
  const t = useT('suspicious');
  return (
    <section>
      <h3>{t('drawer.attachments')}</h3>
      <p>{t(email.attachments.length === 0 ? 'drawer.no_attachments' : 'drawer.attachments_hint')}</p>
      <ul className={css['links']}>
        {email.attachments.map(({ name, size, type, sha256 }, at) => (
          <li key={at}>
            <span>{name}</span>
            <small>{[type, formatBytes(size)].filter(Boolean).join(' · ')}</small>
            {sha256 !== '' && <code>{`SHA-256 ${sha256}`}</code>}
          </li>
        ))}
      </ul>
    </section>
  );
};

/** The reported message: what it shows, where it leads and what came with it. */
export const ReportMessage = ({ email }: { email: SuspiciousEmail }): ReactNode => {
  const t = useT('suspicious');
  return (
    <>
      {email.body === 'kept' ? (
        <KeptMessage email={email} />
      ) : (
        <>
          <Notice icon={IconMailOff} title={t(`drawer.body.${email.body}`)} />
          {!email.unreadable && <StoredLinks links={email.links} />}
        </>
      )}
      {!email.unreadable && <Attachments email={email} />}
    </>
  );
};
