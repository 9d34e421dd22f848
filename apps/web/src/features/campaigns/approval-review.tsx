import type { ReactNode } from 'react';
import type { ApprovalRequest, Campaign, CampaignUser } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatMoment, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { bottomBarRef } from '../../shared/ui/bottom-bar.ts';
import { Facts, Section } from '../../shared/ui/section.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { Answers } from './approval.tsx';
import css from './campaigns.module.css';
import { statisticsPage } from './pages.ts';

/** Recipients that are offered to look at the emails as. */
const OFFERED = 50;
const SHOWN = 5;

/** Recipients of a campaign that waits for approval. */
export const useReviewedPeople = (campaign: Campaign): readonly CampaignUser[] =>
  useRead(
    'campaigns.users',
    { id: campaign.id, limit: OFFERED, sort_by: 'name', sort_order: 'asc' },
    { quiet: true, enabled: campaign.approval === 'waiting' },
  ).data?.data ?? [];

/** Chooses the recipient as whom all emails of the page are shown. */
export const SeenAs = ({
  people,
  value,
  onChange,
}: {
  people: readonly CampaignUser[];
  value: string | null;
  onChange: (id: string | null) => void;
}): ReactNode => {
  const t = useT('campaigns');
  const data = people.flatMap(({ user_id, full_name }) =>
    user_id === null ? [] : [{ value: user_id, label: full_name }],
  );
  return (
    <Section title={t('review.as')} hint={t('review.as_hint')}>
      <Select
        aria-label={t('review.as')}
        searchable
        value={value}
        data={data.filter((one, at) => data.findIndex((other) => other.value === one.value) === at)}
        onChange={onChange}
      />
    </Section>
  );
};

const Limits = (): ReactNode => {
  const t = useT('campaigns');
  const { acting_organization } = useMe();
  const { data } = useRead('organizations.get', { id: acting_organization.id }, { quiet: true });
  if (data === undefined) return null;
  return (
    <Section title={t('review.limits')}>
      <Facts
        items={[
          [t('review.daily'), formatNumber(data.daily_cap)],
          [t('review.weekly'), formatNumber(data.person_weekly_cap)],
          [t('review.gap'), t('review.gap_hours', { number: formatNumber(data.person_gap_hours) })],
          [t('review.hours'), `${clock(data.work_from)} – ${clock(data.work_to)}`],
        ]}
      />
    </Section>
  );
};
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

type Props = { campaign: Campaign; request: ApprovalRequest; people: readonly CampaignUser[] };

/** What an approver decides about besides the emails: recipients and limits. */
export const ApprovalReview = ({ campaign, people }: Omit<Props, 'request'>): ReactNode => {
  const t = useT('campaigns');
  const shown = people.slice(0, SHOWN);
  return (
    <>
      <Section title={t('review.people', { number: formatNumber(campaign.users_count) })}>
        <ul className={css['reviewed']}>
          {shown.map((one) => (
            <li key={one.id}>
              <span>{one.full_name}</span>
              <small>
                {one.template.name} · {formatMoment(one.send_at)}
              </small>
            </li>
          ))}
        </ul>
        <ScreenLink {...statisticsPage(campaign)}>{t('review.all')}</ScreenLink>
      </Section>
      <Limits />
    </>
  );
};

/** The decision, in reach wherever the approver reads; nothing for a person who may not decide. */
export const Decision = ({ campaign, request }: Omit<Props, 'people'>): ReactNode => {
  const t = useT('campaigns');
  const me = useMe().id;
  if (request.barred.some((one) => one.id === me)) return null;
  return (
    <section className={css['decision']} aria-label={t('review.decision')} ref={bottomBarRef}>
      <div>
        <strong>{t('review.decision')}</strong>
        <span>{t('review.decision_hint')}</span>
      </div>
      <Answers campaign={campaign} request={request} />
    </section>
  );
};
