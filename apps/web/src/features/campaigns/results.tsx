import { Button, Skeleton } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { type ReactNode, Suspense, useRef } from 'react';
import { hasBegun } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { statusesFrom } from '@sergak/contract/campaigns/funnel.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { useAnonymous } from '../../shared/session.ts';
import { useListState } from '../../shared/table/list-state.ts';
import { lazy } from '../../shared/ui/lazy.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import css from './campaigns.module.css';
import type { CampaignEmail } from './email-section.tsx';
import { FiguresSection } from './figures-section.tsx';
import { FunnelSection } from './funnel-section.tsx';
import { peopleState, type PeopleState } from './people-state.ts';
import { pace } from './use-campaign.tsx';

const PeopleTable = lazy(async () => ({ default: (await import('./people-table.tsx')).CampaignPeopleTable }));
const DepartmentsTable = lazy(async () => ({ default: (await import('./parts-tables.tsx')).CampaignDepartmentsTable }));
const EmailsTable = lazy(async () => ({ default: (await import('./parts-tables.tsx')).EmailsTable }));
const EmailSection = lazy(async () => ({ default: (await import('./email-section.tsx')).EmailSection }));
const TimelineChart = lazy(async () => ({ default: (await import('./timeline-chart.tsx')).TimelineChart }));
const DonutChart = lazy(async () => ({ default: (await import('../../shared/charts/donut-chart.tsx')).DonutChart }));

const view = { view: 'people' };
/** The results that count towards a number. */
const behind: Readonly<Record<string, readonly string[]>> = {
  ...statusesFrom,
  danger: ['entered_data', 'opened_attachment'],
};

type SystemsProps = {
  found: ReturnType<typeof useRead<'campaigns.os'>>;
  onPeople: () => void;
  /** Shows the people who acted on a system. */
  onSystem: (os: string) => void;
};
/**
 * The systems on which emails and pages were opened; before the first opening, an explanation and where to look
 * instead.
 */
const Systems = ({ found, onPeople, onSystem }: SystemsProps): ReactNode => {
  const t = useT('campaigns');
  if (found.data === undefined)
    return found.isError ? <ErrorState onRetry={() => void found.refetch()} /> : <Skeleton height={320} radius={14} />;
  if (found.data.data.length === 0)
    return (
      <Section title={t('parts.systems')} hint={t('parts.systems_hint')}>
        <EmptyState
          icon={IconDevices}
          title={t('parts.systems_none')}
          hint={t('parts.systems_none_hint')}
          action={
            <Button variant="default" onClick={onPeople}>
              {t('parts.show_people')}
            </Button>
          }
        />
      </Section>
    );
  return (
    <DonutChart
      title={t('parts.systems')}
      hint={t('parts.systems_hint')}
      slices={found.data.data.map((one) => ({
        figure: 'campaign_system',
        name: one.os,
        value: one.count,
        link: (inside) => (
          <button type="button" className="link" onClick={() => onSystem(one.os)}>
            {inside}
          </button>
        ),
      }))}
      center={t('parts.acted')}
    />
  );
};

const campaignParts = ['people', 'departments', 'emails', 'systems'] as const;
const emailParts = ['people', 'departments', 'systems', 'email'] as const;
type Part = (typeof campaignParts)[number] | (typeof emailParts)[number];

/** The results of a campaign, or of one of its emails: funnel, reactions, events over time, people, departments, systems. */
export const CampaignResults = ({ campaign, email }: { campaign: Campaign; email?: CampaignEmail }): ReactNode => {
  const t = useT('campaigns');
  const people = useListState(peopleState);
  const [{ view: at }, setView] = useSearchState(view);
  const anonymous = useAnonymous();
  const parts: readonly Part[] = email ? emailParts : campaignParts;
  const open = parts.find((one) => one === at) ?? 'people';
  const tables = useRef<HTMLDivElement>(null);
  const systems = useRead(
    'campaigns.os',
    { id: campaign.id, ...(email && { template_id: email.id }) },
    { refetchInterval: pace(campaign.status), enabled: !anonymous },
  );
  const showPeople = (filters: Partial<PeopleState['filters']>): void => {
    people.setFilters({ status: [], os: [], email: '', reported: '', ...filters });
    setView({ view: 'people' });
    tables.current?.scrollIntoView({ block: 'start' });
  };
  const show = (status: string): void =>
    showPeople(status === 'reported' ? { reported: 'yes' } : { status: behind[status] ?? [status] });
  if (campaign.status === 'creating' || campaign.status === 'failed') return null;
  const funnel = email ? email.statistics : campaign.statistics;
  if (anonymous || funnel === null) return <FunnelSection campaign={campaign} email={email} />;
  return (
    <>
      <FunnelSection campaign={campaign} email={email} onShow={show} />
      {hasBegun(funnel) && (
        <>
          <FiguresSection campaign={campaign} funnel={funnel} emailId={email?.id} />
          <Suspense fallback={<Skeleton height={320} radius={14} />}>
            <TimelineChart campaign={campaign} emailId={email?.id} />
          </Suspense>
        </>
      )}
      <div ref={tables} className={css['tables']}>
        <Tabs
          value={open}
          onChange={(next) => setView({ view: next })}
          items={parts.map((value) => ({ value, label: t(`parts.${value}`) }))}
        >
          <Suspense fallback={<Skeleton height={320} radius={14} />}>
            {open === 'people' && (
              <PeopleTable
                campaign={campaign}
                emailId={email?.id}
                state={people}
                systems={(systems.data?.data ?? []).map((one) => one.os)}
              />
            )}
            {open === 'departments' && <DepartmentsTable campaign={campaign} emailId={email?.id} />}
            {open === 'emails' && <EmailsTable campaign={campaign} />}
            {open === 'systems' && (
              <Systems
                found={systems}
                onPeople={() => setView({ view: 'people' })}
                onSystem={(os) => showPeople({ status: statusesFrom.opened, os: [os] })}
              />
            )}
            {open === 'email' && email && <EmailSection campaignId={campaign.id} email={email} />}
          </Suspense>
        </Tabs>
      </div>
    </>
  );
};
