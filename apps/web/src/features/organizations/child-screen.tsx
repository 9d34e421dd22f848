import { ActionIcon, Button } from '@mantine/core';
import { IconArrowsExchange, IconChartBar, IconPencil, IconShieldLock, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import { failedWith } from '../../shared/api-error.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { BackLink } from '../../shared/nav/back-link.tsx';
import { ScreenLink, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { usePermission, useMe } from '../../shared/session.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { useEnter } from './enter.ts';
import { Overview, type OrganizationPage } from './overview.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

const Actions = ({ page, own }: { page: OrganizationPage; own: boolean }): ReactNode => {
  const t = useT('organizations');
  const [removing, setRemoving] = useState(false);
  const mayRemove = isAtLeast(useMe().role, 'system_admin');
  const { enter, busy } = useEnter();
  const params = { organization_id: page.id };
  const mayPowers = usePermission('admin.settings.adfs');
  return (
    <>
      <ButtonLink
        screen="organization.statistics"
        params={params}
        variant="default"
        leftSection={<IconChartBar size={16} aria-hidden />}
      >
        {t('one.statistics')}
      </ButtonLink>
      {mayPowers && (
        <ButtonLink
          screen="settings.superusers-of"
          params={params}
          variant="default"
          leftSection={<IconShieldLock size={16} aria-hidden />}
        >
          {t('one.superusers')}
        </ButtonLink>
      )}
      <ButtonLink
        screen="organization.edit"
        params={params}
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {t('one.edit')}
      </ButtonLink>
      {!own && mayRemove && (
        <ActionIcon
          variant="default"
          aria-label={t('commons:delete')}
          title={t('commons:delete')}
          onClick={() => setRemoving(true)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
      {!own && (
        <Button
          leftSection={<IconArrowsExchange size={16} aria-hidden />}
          loading={busy}
          onClick={() => enter(page.id)}
        >
          {t('one.enter')}
        </Button>
      )}
      {removing && <RemoveDialog page={page} onClose={() => setRemoving(false)} />}
    </>
  );
};

/** One child organisation: its data, its results, and a button to enter it. */
export default function ChildScreen(): ReactNode {
  const t = useT('organizations');
  const { organization_id: id } = useScreenParams('organization.one');
  const acting = useMe().acting_organization;
  const query = useRead('organizations.get', { id }, { quiet: true, fresh: true });
  const parent = query.data?.parent_id;
  // Organisations above the current one cannot be opened.
  const own = id === acting.id;
  const upper = useRead('organizations.get', { id: parent! }, { quiet: true, enabled: Boolean(parent) && !own });
  const trail = own
    ? []
    : [
        <BackLink key="back">
          {parent === undefined || parent === null || parent === acting.id ? (
            <ScreenLink screen="organization.own">{acting.title}</ScreenLink>
          ) : (
            <ScreenLink screen="organization.one" params={{ organization_id: parent }}>
              {upper.data?.title ?? '…'}
            </ScreenLink>
          )}
        </BackLink>,
      ];
  // A removed organisation is not shown from the cache.
  if (query.isError && (query.data === undefined || failedWith(query.error, 'organization.not_found')))
    return (
      <>
        <PageHead title={t('title')} trail={trail} />
        <ErrorState title={t('one.missing')} hint={t('one.missing_hint')} onRetry={() => void query.refetch()} />
      </>
    );
  if (query.data === undefined) return <LoadingState />;
  const page = query.data;
  return (
    <>
      <PageHead
        title={page.title}
        trail={trail}
        {...(page.description === '' ? {} : { hint: page.description })}
        {...(page.license.expired && { badge: <StatusBadge tone="bad">{t('licence.ended')}</StatusBadge> })}
        actions={<Actions page={page} own={own} />}
      />
      <Overview key={page.id} page={page} own={own} />
    </>
  );
}
