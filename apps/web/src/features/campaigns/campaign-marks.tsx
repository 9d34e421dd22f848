import type { ReactNode } from 'react';
import type { EmailState, RecipientStatus } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { Funnel } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatNumber, formatShare } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { funnelColor } from '../../shared/theme/funnel.ts';
import { StatusBadge, type Tone } from '../../shared/ui/badges.tsx';
import css from './campaigns.module.css';

/** A person's result in a word, with the colour of its funnel step. */
export const PersonBadge = ({ status }: { status: RecipientStatus }): ReactNode => {
  const t = useT('campaigns');
  return (
    <StatusBadge tone="neutral" {...(status !== 'unknown' && { mark: funnelColor(status) })}>
      {t(`person.${status}`)}
    </StatusBadge>
  );
};

const emailTones: Partial<Record<EmailState, Tone>> = {
  sent: 'good',
  failed: 'bad',
  unknown: 'warning',
  retry: 'warning',
};
/** The delivery state of an email in a word. */
export const EmailBadge = ({ state }: { state: EmailState }): ReactNode => {
  const t = useT('campaigns');
  return <StatusBadge tone={emailTones[state] ?? 'neutral'}>{t(`email.${state}`)}</StatusBadge>;
};

/** Whether a campaign has attachments, or an attachment was opened. */
export const hasAttachments = (one: {
  readonly attack_vectors: readonly { readonly type: string }[];
  readonly statistics: Pick<Funnel, 'opened_attachment'> | null;
}): boolean =>
  one.attack_vectors.some(({ type }) => type === 'attachments') || (one.statistics?.opened_attachment ?? 0) > 0;

/** The funnel as one thin bar: untouched, opened, clicked, endangered; its label serves screen readers. */
export const FunnelBar = ({ funnel }: { funnel: Funnel }): ReactNode => {
  const t = useT('campaigns');
  const { recipients, opened, clicked, opened_attachment, entered_data } = funnel;
  const total = Math.max(1, recipients);
  const danger = Math.min(total, entered_data + opened_attachment);
  const middle = Math.max(clicked, danger);
  const label = t('funnel.label', {
    opened: formatNumber(opened),
    clicked: formatNumber(clicked),
    danger: formatNumber(danger),
    total: formatNumber(recipients),
  });
  return (
    <span className={css['funnel-bar']} role="img" aria-label={label} title={label}>
      <i data-part="opened" style={{ width: `${(opened / total) * 100}%` }} />
      <i data-part="clicked" style={{ width: `${(middle / total) * 100}%` }} />
      <i data-part="danger" style={{ width: `${(danger / total) * 100}%` }} />
    </span>
  );
};

/** A count with its share of the recipients. */
export const Share = ({ count, of }: { count: number; of: number }): ReactNode => (
  <span className={css['share']}>
    {formatNumber(count)}
    <small>{of === 0 ? '' : formatShare(count, of)}</small>
  </span>
);
