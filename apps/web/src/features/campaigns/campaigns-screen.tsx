import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { DraftsSection } from './drafts-section.tsx';
import { CampaignsTable } from './campaigns-table.tsx';

/** All campaigns: the running ones and the results of earlier ones. */
export default function CampaignsScreen(): ReactNode {
  const t = useT('campaigns');
  const statuses = useRead('campaigns.statuses', {}, { quiet: true });
  const count = statuses.data?.data.reduce((sum, one) => sum + one.count, 0);
  const create = (
    <ButtonLink screen="phishing.campaign-create" leftSection={<IconPlus size={16} />}>
      {t('create.open')}
    </ButtonLink>
  );
  return (
    <>
      <PageHead title={t('title')} count={count} hint={t('hint')} actions={create} />
      <DraftsSection />
      <CampaignsTable action={create} />
    </>
  );
}
