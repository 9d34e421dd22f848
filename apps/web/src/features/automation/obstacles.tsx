import { IconFileAnalytics, IconHandStop, IconPlayerPause, IconFishHook } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Notice } from '../../shared/ui/notices.tsx';
import css from './automation.module.css';

/** The notice of the tag «отчеты»: membership itself has an effect. */
export const ReportsNotice = (): ReactNode => {
  const t = useT('automation');
  return (
    <Notice
      icon={IconFileAnalytics}
      title={t('reports.title')}
      actions={
        <ButtonLink size="compact-md" variant="default" screen="settings.reports">
          {t('reports.open')}
        </ButtonLink>
      }
    >
      {t('reports.text')}
    </Notice>
  );
};

/**
 * The obstacles that keep a tag's actions from running now, each with its remedy, and the campaigns that they
 * created.
 */
export const Obstacles = ({ tag, phishing }: { tag: Tag; phishing: boolean }): ReactNode => {
  const t = useT('automation');
  const mayPhishing = usePermission('admin.phishing');
  const mayCampaigns = usePermission('admin.phishing.campaigns');
  const { data } = useRead('automation.autophishing', { tagId: tag.id }, { quiet: true, fresh: true });
  const campaigns = data?.campaigns ?? [];
  return (
    <Suspense fallback={null}>
      {!tag.is_active && (
        <Notice icon={IconPlayerPause} tone="warning" title={t('stop.tag_off')}>
          {t('stop.tag_off_text')}
        </Notice>
      )}
      {phishing && data?.active === false && (
        <Notice
          icon={IconFishHook}
          tone="warning"
          title={t('stop.autophish')}
          actions={
            mayPhishing ? (
              <ButtonLink size="compact-md" variant="default" screen="phishing.by-tags">
                {t('stop.autophish_open')}
              </ButtonLink>
            ) : undefined
          }
        >
          {t('stop.autophish_text')}
        </Notice>
      )}
      {phishing && data?.sending_paused === true && (
        <Notice icon={IconHandStop} tone="warning" title={t('stop.paused')}>
          {t('stop.paused_text')}
        </Notice>
      )}
      {campaigns.length > 0 && (
        <details className={css['disclosure']}>
          <summary>{t('campaigns', { count: campaigns.length })}</summary>
          <ul>
            {campaigns.map((one) => (
              <li key={one.id}>
                {mayCampaigns ? (
                  <ScreenLink screen="phishing.campaign-statistics" params={{ campaign_id: one.id }} className="link">
                    {one.name}
                  </ScreenLink>
                ) : (
                  one.name
                )}
                <span className={css['about']}>
                  {t('campaign', {
                    count: one.users_count,
                    number: formatNumber(one.users_count),
                    date: formatDate(one.start_date),
                  })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Suspense>
  );
};
