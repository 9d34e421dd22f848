import type { ReactNode } from 'react';
import { BackLink } from '../../shared/nav/back-link.tsx';
import { ScreenLink, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { Statistics } from './statistics.tsx';

/** The statistics of a child organisation. */
export default function OrganizationStatisticsScreen(): ReactNode {
  const t = useT('statistics');
  const { organization_id: id } = useScreenParams('organization.statistics');
  const own = useMe().acting_organization.id;
  const query = useRead('organizations.get', { id }, { quiet: true, fresh: true });
  if (query.isError)
    return (
      <>
        <PageHead title={t('title')} />
        <ErrorState onRetry={() => void query.refetch()} />
      </>
    );
  if (query.data === undefined) return <LoadingState />;
  const trail = [
    <BackLink key="back">
      <ScreenLink screen="organization.one" params={{ organization_id: id }}>
        {query.data.title}
      </ScreenLink>
    </BackLink>,
  ];
  return (
    <Statistics key={id} id={id} below={id !== own} title={t('title_of', { title: query.data.title })} trail={trail} />
  );
}
