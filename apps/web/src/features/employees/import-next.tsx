import { IconMailForward, IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import css from './employees.module.css';

/** What follows an import: invitations for those who have no account yet, and a first campaign. */
export const ImportNext = ({ uninvited }: { uninvited: boolean }): ReactNode => {
  const t = useT('employees__import');
  const mayCampaign = usePermission('admin.phishing.campaigns');
  const tags = useRead('tags.list', {}, { enabled: uninvited, quiet: true, staleTime: 60_000 });
  const campaigns = useRead('campaigns.statuses', {}, { enabled: mayCampaign, quiet: true });
  const unregistered = tags.data?.data.find((tag) => tag.type === 'not_registered');
  const isFirst = campaigns.data?.data.every((one) => one.count === 0) === true;
  if (unregistered === undefined && !isFirst) return null;
  return (
    <nav className={css['import-next']} aria-label={t('next.title')}>
      {unregistered !== undefined && (
        <ButtonLink
          screen="staff.employees"
          search={{ tags: unregistered.id }}
          variant="default"
          leftSection={<IconMailForward size={16} />}
        >
          {t('next.invite')}
        </ButtonLink>
      )}
      {isFirst && (
        <ButtonLink screen="phishing.campaign-create" variant="default" leftSection={<IconSend size={16} />}>
          {t('next.campaign')}
        </ButtonLink>
      )}
    </nav>
  );
};
