import { type ReactNode, useState } from 'react';
import { emailStates } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatDateTime, formatNumber, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { Facts, Section } from '../../shared/ui/section.tsx';
import { ApprovalReview, Decision, SeenAs, useReviewedPeople } from './approval-review.tsx';
import { CampaignHead } from './campaign-head.tsx';
import { EmailBadge } from './campaign-marks.tsx';
import css from './campaigns.module.css';
import { EmailSection } from './email-section.tsx';
import { WithCampaign } from './use-campaign.tsx';

const Course = ({ campaign }: { campaign: Campaign }): ReactNode => {
  const t = useT('campaigns');
  const { data } = useRead('campaigns.course', { id: campaign.id }, { enabled: campaign.course !== null, quiet: true });
  if (campaign.course === null) return t('about.no_course');
  if (data === undefined || data.learners === 0) return campaign.course.title;
  return `${campaign.course.title}: ${t('about.learners', { count: data.learners, number: formatNumber(data.learners), progress: formatPercent(data.progress) })}`;
};

const About = ({ campaign }: { campaign: Campaign }): ReactNode => {
  const t = useT('campaigns');
  const { sending } = campaign;
  const request = campaign.approval_request;
  const states = emailStates.filter((state) => sending[state] > 0);
  const when = (text: string | null): string => (text === null ? '—' : formatDateTime(text));
  return (
    <Section title={t('about.title')}>
      <Facts
        items={[
          [
            t('about.created'),
            `${when(campaign.created_at)}${campaign.created_by ? `, ${campaign.created_by.full_name}` : ''}`,
          ],
          [t('about.start'), when(campaign.start_date)],
          [
            t('about.sending'),
            campaign.spread ? t('summary.until', { date: when(campaign.send_until) }) : t('when.at_once'),
          ],
          ...(request?.decided_by && campaign.approval === 'approved'
            ? [[t('about.approved'), `${request.decided_by.full_name}, ${when(request.decided_at)}`] as const]
            : []),
          [t('about.end'), when(campaign.end_date)],
          ...(campaign.tag ? [[t('about.tag'), ownTitle(campaign.tag.title)] as const] : []),
          [t('about.course'), <Course key="course" campaign={campaign} />],
          [t('about.redirect'), campaign.redirect_page?.name ?? t('about.no_redirect')],
        ]}
      />
      {states.length > 0 && (
        <>
          <h3 className={css['sub']}>{t('about.emails')}</h3>
          <ul className={css['states']}>
            {states.map((state) => (
              <li key={state}>
                <EmailBadge state={state} />
                <b>{formatNumber(sending[state])}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
};

const Emails = ({ campaign, employee }: { campaign: Campaign; employee: string | null }): ReactNode => {
  const { data } = useRead('campaigns.emails', { id: campaign.id });
  return (data?.data ?? []).map((email) => (
    <EmailSection key={email.id} campaignId={campaign.id} email={email} employee={employee} />
  ));
};

/** What was set up; for an approver, everything that the decision is about. */
const Setup = ({ campaign }: { campaign: Campaign }): ReactNode => {
  const t = useT('campaigns');
  const people = useReviewedPeople(campaign);
  const [chosen, setChosen] = useState<string | null>(null);
  const request = campaign.status === 'planned' && campaign.approval === 'waiting' ? campaign.approval_request : null;
  const employee = request === null ? null : (chosen ?? people[0]?.user_id ?? null);
  return (
    <>
      <div className={css['about']}>
        <div>
          {request !== null && people.length > 0 && <SeenAs people={people} value={employee} onChange={setChosen} />}
          <Emails campaign={campaign} employee={employee} />
        </div>
        <aside aria-label={t('about.title')}>
          <About campaign={campaign} />
          {request !== null && <ApprovalReview campaign={campaign} people={people} />}
        </aside>
      </div>
      {request !== null && <Decision campaign={campaign} request={request} />}
    </>
  );
};

/** The setup of a campaign: dates, emails as they were at its start, follow-ups. */
const SetupScreen = ({ byTag = false }: { byTag?: boolean }): ReactNode => {
  return (
    <WithCampaign byTag={byTag}>
      {(campaign) => (
        <>
          <CampaignHead campaign={campaign} tab="about" />
          <Setup campaign={campaign} />
        </>
      )}
    </WithCampaign>
  );
};

export default function CampaignScreen(): ReactNode {
  return <SetupScreen />;
}

/** The setup of a campaign by tag. */
export const ByTagCampaignScreen = (): ReactNode => <SetupScreen byTag />;
