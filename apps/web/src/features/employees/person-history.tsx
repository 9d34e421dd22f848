import {
  IconCertificate,
  IconFishHook,
  IconFlag,
  IconHistory,
  IconPencil,
  IconSchool,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { funnelSteps } from '@sergak/contract/campaigns/funnel.rules.ts';
import type { HistoryKind, HistoryRow } from '@sergak/contract/person-history/person-history.schema.ts';
import { formatDateTime, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { Pagination } from '../../shared/table/pagination.tsx';
import { funnelColor } from '../../shared/theme/funnel.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { aboutWords, actionWords } from '../audit/public.ts';
import css from './person-history.module.css';

const PAGE = 20;
const usual = { kind: '', page: 0 };
const icons: Record<HistoryKind, TablerIcon> = {
  email: IconFishHook,
  report: IconFlag,
  course: IconSchool,
  change: IconPencil,
};
/** A row of the time line: what happened, and the details below. */
type Told = { title: ReactNode; about?: ReactNode; badge?: ReactNode; icon?: TablerIcon };

const useTold = (person: string): ((row: HistoryRow) => Told) => {
  const t = useT('employees__employee');
  const words = useT('statistics');
  const campaign = ({ id, name }: { id: string; name: string }): ReactNode => (
    <ScreenLink screen="phishing.campaign" params={{ campaign_id: id }}>
      {name}
    </ScreenLink>
  );
  return (row) => {
    if (row.kind === 'email')
      return {
        title: t('history.email', { subject: row.subject }),
        about: campaign(row.campaign),
        badge: row.email_result !== null && (
          <StatusBadge tone="neutral" mark={funnelColor(funnelSteps[row.email_result] ?? 'sent')}>
            {words(`result.${row.email_result as 0 | 1 | 2 | 3 | 4}`)}
          </StatusBadge>
        ),
      };
    if (row.kind === 'report')
      return {
        title: t('history.report', { subject: row.subject || t('history.no_subject') }),
        about: row.campaign === null ? t('history.suspicious') : campaign(row.campaign),
      };
    if (row.kind === 'change') {
      const about = aboutWords({
        target_id: null,
        target_title: row.title || null,
        actor_id: null,
        details: {},
        ...row,
      });
      return { title: actionWords(row.action), about: [row.actor_name, about].filter(Boolean).join(' · ') };
    }
    const { event, title, assignment_id, score } = row;
    return {
      title: t(`history.course.${event}`, { course: title }),
      ...(event === 'certificate' && { icon: IconCertificate }),
      ...(assignment_id !== null && {
        about: (
          <ScreenLink screen="staff.employee-course" params={{ employee_id: person, course_id: assignment_id }}>
            {t('history.open_course')}
          </ScreenLink>
        ),
      }),
      badge: score !== null && (
        <StatusBadge tone={event === 'passed' ? 'good' : 'bad'}>{formatPercent(score)}</StatusBadge>
      ),
    };
  };
};

/** What happened to a person, newest first: emails, reports, courses and changes that the administrator may see. */
export const PersonHistory = ({ id }: { id: string }): ReactNode => {
  const t = useT('employees__employee');
  const [{ kind, page }, setAddress] = useSearchState(usual);
  const told = useTold(id);
  const input = { id, limit: PAGE, offset: page * PAGE, ...(kind !== '' && { kind: kind as HistoryKind }) };
  const list = useRead('person-history.list', input, { quiet: true });
  const kinds = list.data?.kinds ?? [];
  return (
    <Section title={t('history.title')}>
      <div role="group" aria-label={t('history.filter')} className={css['kinds']}>
        {kinds.length > 1 && (
          <button type="button" aria-pressed={kind === ''} onClick={() => setAddress({ kind: '', page: 0 })}>
            {t('history.all')}
          </button>
        )}
        {kinds.map((one) => (
          <button
            key={one.kind}
            type="button"
            aria-pressed={kind === one.kind}
            onClick={() => setAddress({ kind: one.kind, page: 0 })}
          >
            {t(`history.kind.${one.kind}`)} <span>{one.count}</span>
          </button>
        ))}
      </div>
      {list.isError && list.data === undefined ? (
        <ErrorState onRetry={() => void list.refetch()} />
      ) : list.data === undefined ? (
        <LoadingState />
      ) : list.data.data.length === 0 ? (
        <EmptyState icon={IconHistory} title={t('history.empty')} hint={t('history.empty_hint')} />
      ) : (
        <ol className={css['line']} aria-busy={list.isPlaceholderData}>
          {list.data.data.map((row) => {
            const { title, about, badge, icon: Icon = icons[row.kind] } = told(row);
            return (
              <li key={row.id}>
                <span className={css['icon']} data-kind={row.kind}>
                  <Icon size={16} stroke={1.7} aria-hidden />
                </span>
                <span className={css['what']}>
                  <strong>{title}</strong>
                  {about !== undefined && about !== '' && <small>{about}</small>}
                </span>
                {badge}
                <time dateTime={row.at}>{formatDateTime(row.at)}</time>
              </li>
            );
          })}
        </ol>
      )}
      <Pagination
        page={page}
        total={list.data?.total_count ?? 0}
        size={PAGE}
        onPage={(next) => setAddress({ page: next })}
      />
    </Section>
  );
};
