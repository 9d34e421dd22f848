import { Button } from '@mantine/core';
import { IconMailForward, IconRobot, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CampaignUser, EarlierAttempt, TrackingEvent } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatDateTime } from '../../shared/format.ts';
import { hasText, textOf, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { undoAction } from '../../shared/undo.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { Facts } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { EmailBadge, PersonBadge } from './campaign-marks.tsx';
import { Drawer } from '../../shared/ui/overlays.tsx';
import { paused } from '../../shared/ui/paused.ts';
import css from './campaigns.module.css';

type EventProps = { event: TrackingEvent; busy: boolean; onOverrule: (human: boolean) => void };
const Event = ({ event, busy, onOverrule }: EventProps): ReactNode => {
  const t = useT('campaigns');
  const Mark = event.human ? IconUser : IconRobot;
  const why = hasText(`campaigns:verdict.${event.verdict}`) ? textOf(`campaigns:verdict.${event.verdict}`) : '';
  return (
    <li data-human={event.human || undefined}>
      <span className={css['event-mark']}>
        <Mark size={16} stroke={1.8} aria-hidden />
      </span>
      <div>
        <p className={css['event-head']}>
          <strong>{t(`event.${event.kind}`)}</strong> <time dateTime={event.at}>{formatDateTime(event.at)}</time>
        </p>
        <p className="quiet">
          {t(event.human ? 'event.human' : 'event.automatic')}
          {why !== '' && ` · ${why}`}
          {event.overruled_at !== null &&
            ` · ${t('event.overruled', { name: event.overruled_by ?? '—', date: formatDateTime(event.overruled_at) })}`}
        </p>
        <p className="quiet">{[event.os, event.browser, event.address].filter(Boolean).join(' · ')}</p>
        {event.fields.length > 0 && (
          <p className="quiet">
            {event.kind === 'opened_attachment'
              ? t('event.attachment', { format: event.fields.join(', ').toUpperCase() })
              : t('event.fields', { fields: event.fields.map((field) => t(`field.${field as 'login'}`)).join(', ') })}
          </p>
        )}
        {event.kind !== 'reported' && event.kind !== 'used_page' && (
          <Button size="compact-xs" variant="subtle" {...paused(busy, () => onOverrule(!event.human))}>
            {t(event.human ? 'event.to_automatic' : 'event.to_human')}
          </Button>
        )}
      </div>
    </li>
  );
};

/** An email that was sent again, and how it stood before. */
const Attempt = ({ attempt }: { attempt: EarlierAttempt }): ReactNode => {
  const t = useT('campaigns');
  return (
    <li>
      <span className={css['event-mark']}>
        <IconMailForward size={16} stroke={1.8} aria-hidden />
      </span>
      <div>
        <p className={css['event-head']}>
          <strong>{t('event.resent')}</strong> <time dateTime={attempt.at}>{formatDateTime(attempt.at)}</time>
        </p>
        <p className="quiet">{t('event.before', { state: t(`email.${attempt.state}`) })}</p>
        {attempt.reply !== null && <p className="quiet">{attempt.reply}</p>}
      </div>
    </li>
  );
};

/** Whether the person reported the email; a report by telephone or in person is marked here. */
const ReportMark = ({ campaignId, user }: { campaignId: string; user: CampaignUser }): ReactNode => {
  const t = useT('campaigns');
  const mark = useWrite('campaigns.mark-reported');
  const input = (reported: boolean) => ({ id: campaignId, recipient: user.id, reported });
  const set = (reported: boolean): void =>
    mark.mutate(input(reported), {
      onSuccess: () =>
        showToast({
          kind: 'success',
          text: t(reported ? 'tips:campaign.reported' : 'tips:campaign.report_taken_back'),
          action: undoAction('campaigns.mark-reported', input(!reported), () => {}),
        }),
    });
  const isSent = user.state === 'sent' || user.state === 'unknown' || user.status !== 'unknown';
  if (user.reported_at !== null)
    return (
      <div>
        <Facts items={[[t('drawer.reported'), formatDateTime(user.reported_at)]]} />
        <Button size="compact-sm" variant="subtle" loading={mark.isPending} onClick={() => set(false)}>
          {t('drawer.take_back')}
        </Button>
      </div>
    );
  if (!isSent) return null;
  return (
    <div>
      <Button size="compact-md" variant="default" loading={mark.isPending} onClick={() => set(true)}>
        {t('drawer.mark_reported')}
      </Button>
      <p className="quiet">{t('drawer.mark_hint')}</p>
    </div>
  );
};

type Props = { campaignId: string; person: CampaignUser; onClose: () => void };
/** All events of one person, including those by machines; a verdict can be overruled here. */
export const PersonDrawer = ({ campaignId, person, onClose }: Props): ReactNode => {
  const t = useT('campaigns');
  const key = { id: campaignId, recipient: String(person.id) };
  const events = useRead('campaigns.user-events', key, { quiet: true, fresh: true });
  const overrule = useWrite('campaigns.overrule', { tip: 'tips:campaign.overruled' });
  const { data } = events;
  const user = data?.user ?? person;
  const entries = [
    ...(data?.data ?? []).map((event) => ({ at: event.at, event })),
    ...(data?.earlier_attempts ?? []).map((attempt) => ({ at: attempt.at, attempt })),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <Drawer opened onClose={onClose} title={user.full_name} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      <div className={css['form']}>
        <div className={css['badges']}>
          <PersonBadge status={user.status} />
          <EmailBadge state={user.state} />
          {user.late && <StatusBadge tone="neutral">{t('people_table.late')}</StatusBadge>}
        </div>
        <Facts
          items={[
            [t('drawer.email'), user.email],
            [t('people_table.department'), ownTitle(user.department.title)],
            ...(user.position === '' ? [] : [[t('drawer.position'), user.position] as const]),
            [t('people_table.email'), user.template.name],
            [
              t('drawer.sent'),
              user.sent_at === null
                ? t('drawer.planned', { date: formatDateTime(user.send_at) })
                : formatDateTime(user.sent_at),
            ],
            ...(user.reply === null || user.state === 'sent' ? [] : [[t('drawer.reply'), user.reply] as const]),
          ]}
        />
        <ReportMark campaignId={campaignId} user={user} />
        {!user.deleted && user.user_id !== null && (
          <ScreenLink screen="staff.employee" params={{ employee_id: user.user_id }} className="link">
            {t('drawer.profile')}
          </ScreenLink>
        )}
        <div>
          <h3 className={css['sub']}>{t('drawer.events')}</h3>
          {events.isError && data === undefined ? (
            <ErrorState onRetry={() => void events.refetch()} />
          ) : data === undefined ? (
            <LoadingState />
          ) : entries.length === 0 ? (
            <EmptyState title={t('drawer.nothing')} />
          ) : (
            <ol className={css['events']}>
              {entries.map((entry) =>
                'attempt' in entry ? (
                  <Attempt key={entry.at} attempt={entry.attempt} />
                ) : (
                  <Event
                    key={entry.event.id}
                    event={entry.event}
                    busy={overrule.isPending}
                    onOverrule={(human) =>
                      overrule.mutate({ id: campaignId, recipient: person.id, event: entry.event.id, human })
                    }
                  />
                ),
              )}
            </ol>
          )}
        </div>
      </div>
    </Drawer>
  );
};
