import { ActionIcon, Alert, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCopy, IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState, NoAccessState } from '../../shared/ui/states.tsx';
import { SendingState } from '../organizations/public.ts';
import { FeaturesForm } from './features-form.tsx';
import css from './settings.module.css';

const places = ['portal', 'content', 'phishing'] as const;
const variables = {
  portal: 'SERGAK_PORTAL_URL',
  content: 'SERGAK_CONTENT_URL',
  phishing: 'SERGAK_PHISHING_URL',
  wildcard: 'SERGAK_CONTENT_WILDCARD',
} as const;
const isLocal = (address: string): boolean => /^https?:\/\/(127\.|localhost|\[::1\])/.test(address);

const Place = ({ place, address }: { place: (typeof places)[number]; address: string }): ReactNode => {
  const t = useT('settings');
  const copy = (): void =>
    void navigator.clipboard.writeText(address).then(
      () => showToast({ kind: 'success', text: address }),
      () => showToast({ kind: 'error', text: t('commons:toast.copy_failed') }),
    );
  return (
    <li>
      <div className={css['place-head']}>
        <strong>{t(`facts.${place}`)}</strong>
        {isLocal(address) && <StatusBadge tone="warning">{t('facts.local')}</StatusBadge>}
      </div>
      <div className={css['place-line']}>
        <code className={css['wire']}>{address}</code>
        <ActionIcon size={32} aria-label={t('facts.copy', { name: t(`facts.${place}`) })} onClick={copy}>
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      </div>
      <p>
        {t(`facts.${place}_hint`)}
        {isLocal(address) && <> {t('facts.local_hint', { name: variables[place] })}</>}
      </p>
    </li>
  );
};

const Facts = ({ facts }: { facts: CallOutput<'settings.installation'> }): ReactNode => {
  const t = useT('settings');
  return (
    <Section part="installation" title={t('facts.title')} hint={t('facts.hint')}>
      <ul className={css['places']}>
        {places.map((place) => (
          <Place key={place} place={place} address={facts[`${place}_url`]} />
        ))}
      </ul>
      {facts.one_site && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('facts.one_site')}>
          {t('facts.one_site_hint', { name: variables.phishing })}
        </Alert>
      )}
      {facts.one_host && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('facts.one_host')}>
          {t('facts.one_host_hint', { name: variables.content })}
        </Alert>
      )}
      {facts.shared_content && (
        <p className={css['shared']}>{t('facts.shared_content', { name: variables.wildcard })}</p>
      )}
      <dl className={css['pairs']}>
        <div>
          <dt>{t('facts.version')}</dt>
          <dd>{__APP_VERSION__}</dd>
        </div>
        <div>
          <dt>{t('facts.office')}</dt>
          <dd>
            {facts.office === null ? t('facts.office_missing') : <code className={css['wire']}>{facts.office}</code>}
          </dd>
        </div>
        <div>
          <dt>{t('facts.docs')}</dt>
          <dd>
            <a className="link" href="/lk/api/docs" target="_blank" rel="noreferrer">
              {t('facts.docs_open')} <IconExternalLink size={14} aria-hidden />
            </a>
          </dd>
        </div>
      </dl>
    </Section>
  );
};

/** For the super user: how the portal is installed, and what it passes to external systems. */
export default function SettingsScreen(): ReactNode {
  const t = useT('settings');
  const may = usePermission('admin.settings.settings');
  const facts = useRead('settings.installation', {}, { quiet: true, enabled: may });
  const organization = useRead('organizations.current', {}, { quiet: true });
  const features = useRead('features.get', {}, { quiet: true, enabled: may });
  const failed = [facts, organization, features].find((one) => one.isError && one.data === undefined);
  if (!may) return <NoAccessState />;
  if (failed !== undefined)
    return (
      <>
        <PageHead title={t('title')} />
        <ErrorState onRetry={() => void failed.refetch()} />
      </>
    );
  return (
    <>
      <PageHead title={t('title')} hint={t('lead')} />
      <div className={css['stack']}>
        {organization.data === undefined ? (
          <Skeleton height={140} radius={14} />
        ) : (
          <SendingState organization={organization.data} />
        )}
        {facts.data === undefined ? <Skeleton height={360} radius={14} /> : <Facts facts={facts.data} />}
        {features.data?.applies === true && <FeaturesForm features={features.data} />}
      </div>
    </>
  );
}
