import { Button } from '@mantine/core';
import {
  IconBook2,
  IconCalendarStats,
  IconMail,
  IconMailForward,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { formatDate } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { Section } from '../../shared/ui/section.tsx';
import { follow } from './first-steps-followed.ts';
import css from './first-steps.module.css';

const one = { limit: 1 };
const quiet = { quiet: true };

const Line = ({ icon: Icon, title, hint }: { icon: TablerIcon; title: string; hint: string }): ReactNode => (
  <>
    <span className={css['mark']}>
      <Icon size={16} stroke={1.7} aria-hidden />
    </span>
    <strong>{title}</strong>
    <small>{hint}</small>
  </>
);

/** What goes on by itself after the first steps, and what has to be set up for the next month. */
export const FirstStepsEnd = ({ onEnd }: { onEnd: () => void }): ReactNode => {
  const t = useT('statistics');
  const campaign = useRead('campaigns.list', one, quiet).data?.data[0];
  const course = useRead('learning.assignments', one, quiet).data?.data[0];
  const reports = useRead('report-schedules.get', {}, quiet).data;
  useEffect(() => follow(null), []);
  return (
    <Section
      title={t('first_end.title')}
      hint={t('first_end.hint')}
      className={css['card']!}
      actions={
        <Button variant="light" size="compact-md" onClick={onEnd}>
          {t('first_end.close')}
        </Button>
      }
    >
      <ul className={css['steps']}>
        {campaign !== undefined && (
          <li>
            <ScreenLink screen="phishing.campaign" params={{ campaign_id: campaign.id }}>
              <Line
                icon={IconMail}
                title={t('first_end.campaign', { day: formatDate(campaign.end_date) })}
                hint={t('first_end.campaign_hint', { name: campaign.name })}
              />
            </ScreenLink>
          </li>
        )}
        {course !== undefined && (
          <li>
            <ScreenLink screen="learning.assigned-one" params={{ course_id: course.id }}>
              <Line
                icon={IconBook2}
                title={t('first_end.course', { day: formatDate(course.deadline) })}
                hint={t('first_end.course_hint', { title: course.title })}
              />
            </ScreenLink>
          </li>
        )}
        {campaign !== undefined && !campaign.has_follow_up && (
          <li>
            <ScreenLink screen="phishing.campaign" params={{ campaign_id: campaign.id }}>
              <Line icon={IconMailForward} title={t('first_end.again')} hint={t('first_end.again_hint')} />
            </ScreenLink>
          </li>
        )}
        <li>
          <ScreenLink screen="staff.tags">
            <Line icon={IconUserPlus} title={t('first_end.newcomers')} hint={t('first_end.newcomers_hint')} />
          </ScreenLink>
        </li>
        {reports !== undefined && (
          <li>
            <ScreenLink screen="settings.reports">
              <Line
                icon={IconCalendarStats}
                title={
                  reports.next_at === null
                    ? t('first_end.reports')
                    : t('first_end.reports_on', { day: formatDate(reports.next_at) })
                }
                hint={t('first_end.reports_hint')}
              />
            </ScreenLink>
          </li>
        )}
      </ul>
    </Section>
  );
};
