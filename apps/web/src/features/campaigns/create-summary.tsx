import type { ReactNode } from 'react';
import type { Preflight } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatDateTime, formatNumber } from '../../shared/format.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import { Facts, Section } from '../../shared/ui/section.tsx';
import css from './campaigns.module.css';
import { checkSentence } from './check-list.tsx';
import { type CampaignDraft, type CampaignField, fieldOfCheck, hasStart } from './draft.ts';

/** Whether a second administrator will have to approve the campaign. */
export const asksApproval = (look: Preflight | undefined): boolean =>
  look?.checks.some((check) => check.code === 'approval' && check.reason !== 'reported') === true;

const startText = (t: T<'campaigns'>, { isDelay, dateDelay }: CampaignDraft): string =>
  !isDelay ? t('when.now') : dateDelay === null ? t('summary.no_start') : formatDateTime(dateDelay);

const endText = (draft: CampaignDraft, look: Preflight | undefined): string => {
  if (look === undefined) return '…';
  return draft.dateType === 'auto' && !hasStart(draft) ? '—' : formatDateTime(look.end_at);
};

const sendingText = (t: T<'campaigns'>, draft: CampaignDraft, look: Preflight | undefined): string => {
  if (draft.emailSendType === 'at_once') return t('when.at_once');
  return look?.send_until && hasStart(draft)
    ? t('summary.until', { date: formatDateTime(look.send_until) })
    : t('when.spread');
};

const durationText = (t: T<'campaigns'>, minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return t(hours === 0 ? 'summary.minutes' : 'summary.hours', { hours: formatNumber(hours), minutes: rest });
};

type Reason = { readonly text: string; readonly field: CampaignField | null };
/** Sentences about missing values; each leads to its field. */
export const Reasons = ({
  title,
  reasons,
  onField,
}: {
  title: string;
  reasons: readonly Reason[];
  onField: (field: CampaignField) => void;
}): ReactNode => (
  <div className={css['reasons']} role="status">
    {title}
    <ul>
      {reasons.map(({ text, field }) => (
        <li key={text}>
          {field === null ? (
            text
          ) : (
            <button type="button" className="link" onClick={() => onField(field)}>
              {text}
            </button>
          )}
        </li>
      ))}
    </ul>
  </div>
);

type Props = {
  draft: CampaignDraft;
  look: Preflight | undefined;
  /** The checks are those of the form before its last change. */
  stale?: boolean;
  onField: (field: CampaignField) => void;
};
/** The effect of the campaign, and the reasons that prevent its launch. */
export const Summary = ({ draft, look, stale = false, onField }: Props): ReactNode => {
  const t = useT('campaigns');
  const reasons = [
    ...(draft.name.trim() === '' ? [{ text: t('needed.name'), field: 'name' as const }] : []),
    ...(look?.checks ?? [])
      .filter((check) => check.level === 'stop')
      .map((check) => ({ text: checkSentence(t, check), field: fieldOfCheck(check) })),
  ];
  const asks = asksApproval(look);
  const warned = (look?.checks ?? []).filter((check) => check.level === 'warn');
  // That a second administrator approves is said by itself.
  const warnings = warned.filter((check) => !(asks && check.code === 'approval')).length;
  return (
    <Section title={t('summary.title')} className={css['summary']!}>
      <p className={css['big']} data-stale={stale || undefined} aria-live="polite">
        {look === undefined ? '…' : t('people', { count: look.recipients, number: formatNumber(look.recipients) })}
      </p>
      <Facts
        items={[
          [
            t('summary.emails'),
            draft.templates.length === 0 ? t('summary.no_emails') : t('emails', { count: draft.templates.length }),
          ],
          [t('summary.start'), startText(t, draft)],
          [t('summary.sending'), sendingText(t, draft, look)],
          ...(look?.sending_minutes ? [[t('summary.takes'), durationText(t, look.sending_minutes)] as const] : []),
          [t('summary.end'), endText(draft, look)],
          ...(look !== undefined && look.excluded_by_tag > 0
            ? [[t('summary.excluded'), formatNumber(look.excluded_by_tag)] as const]
            : []),
          ...(look !== undefined && look.unverified.count > 0
            ? [[t('summary.unverified'), formatNumber(look.unverified.count)] as const]
            : []),
        ]}
      />
      {look !== undefined &&
        (reasons.length === 0 ? (
          <p className={css['verdict']} data-stale={stale || undefined} data-ready={warned.length === 0 || undefined}>
            {warnings === 0
              ? t(asks ? 'summary.approval' : 'summary.ready')
              : t(asks ? 'summary.warned_approval' : 'summary.warned', { number: formatNumber(warnings) })}
          </p>
        ) : (
          <div className={css['verdict']} data-stale={stale || undefined}>
            <Reasons title={t('summary.stops')} reasons={reasons} onField={onField} />
          </div>
        ))}
    </Section>
  );
};
