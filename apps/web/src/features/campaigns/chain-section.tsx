import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import type { ChainLink } from '@sergak/contract/campaigns/chain.schema.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { CampaignBadge } from '../../shared/ui/campaign-badge.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Section } from '../../shared/ui/section.tsx';
import css from './campaigns.module.css';

const Step = ({ link, here }: { link: ChainLink; here: boolean }): ReactNode => {
  const t = useT('campaigns');
  const { status } = link;
  return (
    <>
      <p className={css['chain-name']}>
        {link.id === null || here ? (
          <b>{link.name}</b>
        ) : (
          <ScreenLink screen="phishing.campaign-statistics" params={{ campaign_id: link.id }}>
            {link.name}
          </ScreenLink>
        )}
        {status === null ? (
          <StatusBadge tone="planned">{t('commons:campaign_status.planned')}</StatusBadge>
        ) : (
          <CampaignBadge campaign={{ ...link, status }} />
        )}
        {here && <small>{t('chain.this')}</small>}
      </p>
      <p className={css['chain-facts']}>
        {[
          link.end_date === null
            ? t('chain.expected', { date: formatDate(link.start_date) })
            : `${formatDate(link.start_date)} – ${formatDate(link.end_date)}`,
          link.reach === null ? '' : t('chain.reach', { mark: t(`reach.${link.reach}`) }),
          link.users_count ? t('people', { count: link.users_count, number: formatNumber(link.users_count) }) : '',
          t('emails', { count: link.emails_count }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </>
  );
};

/** The campaigns that follow each other, as a time line. A planned follow-up can be cancelled here. */
export const ChainSection = ({ campaign }: { campaign: Campaign }): ReactNode => {
  const t = useT('campaigns');
  const { data } = useRead('campaigns.chain', { id: campaign.id }, { quiet: true });
  const [asking, setAsking] = useState(false);
  const cancel = useWrite('campaigns.follow-up-cancel', { tip: 'tips:campaign.follow_up_cancelled' });
  const links = data?.data ?? [];
  if (links.length < 2) return null;
  const last = links.findLast((link) => link.id !== null)!;
  const planned = links.find((link) => link.id === null);
  return (
    <Section title={t('chain.title')}>
      <ol className={css['chain']}>
        {links.map((link) => (
          <li key={link.id ?? 'planned'} data-status={link.status ?? 'next'} aria-current={link.id === campaign.id}>
            <Step link={link} here={link.id === campaign.id} />
            {link.id === null && (
              <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
                {t('chain.cancel')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <ConfirmDialog
        opened={asking}
        title={t('chain.cancel_title', { name: planned?.name ?? '' })}
        action={t('chain.cancel_action')}
        busy={cancel.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => cancel.mutate({ id: last.id! }, { onSuccess: () => setAsking(false) })}
      >
        {t('chain.cancel_text')}
      </ConfirmDialog>
    </Section>
  );
};
