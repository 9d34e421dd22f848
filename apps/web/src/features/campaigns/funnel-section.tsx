import { IconBook2, IconPlayerTrackNext, IconRepeat, IconSend, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { stepFigure } from '@sergak/contract/figures/figures.rules.ts';
import type { FunnelStep } from '@sergak/contract/campaigns/funnel.rules.ts';
import { hasBegun } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { shareOf } from '@sergak/contract/share.rules.ts';
import { formatDateTime, formatNumber, formatPercent, formatShare } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { funnelColor } from '../../shared/theme/funnel.ts';
import { useAnonymous } from '../../shared/session.ts';
import { AnonymousNote } from '../../shared/ui/anonymous-note.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { shareColor } from '../../shared/ui/risk.ts';
import { Section } from '../../shared/ui/section.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import css from './campaigns.module.css';
import { Share } from './campaign-marks.tsx';
import type { CampaignEmail } from './email-section.tsx';

type StageProps = { name: string; count: number; total: number; step: FunnelStep; onShow?: (() => void) | undefined };
const Stage = ({ name, count, total, step, onShow }: StageProps): ReactNode => (
  <li className={css['stage']}>
    <span className={css['stage-name']}>
      {onShow && count > 0 ? (
        <button type="button" className="link" onClick={onShow}>
          {name}
        </button>
      ) : (
        name
      )}
    </span>
    <span className={css['stage-bar']} aria-hidden>
      <i style={{ width: `${shareOf(count, total)}%`, background: funnelColor(step) }} />
    </span>
    <span className={css['stage-number']} data-figure={stepFigure('campaign', step)}>
      <b>{formatNumber(count)}</b> <small>{total === 0 ? '' : formatShare(count, total)}</small>
    </span>
  </li>
);

type Props = {
  campaign: Campaign;
  email?: CampaignEmail | undefined;
  /** Shows the people behind a number; absent where nobody may see them. */
  onShow?: ((status: string) => void) | undefined;
};
/** What to do after the campaign. */
const NextActions = ({ campaign, onShow }: Omit<Props, 'email'>): ReactNode => {
  const t = useT('campaigns');
  const anonymous = useAnonymous();
  const begins = campaign.status === 'planned';
  const dangerous = (campaign.statistics?.entered_data ?? 0) + (campaign.statistics?.opened_attachment ?? 0);
  return (
    <>
      <h3 className={css['sub']}>{t('next.title')}</h3>
      <div className={css['next']}>
        {onShow && !begins && (
          <ActionButton
            variant="default"
            leftSection={<IconUsers size={16} />}
            blocked={dangerous === 0 && t('commons:blocked.danger')}
            onClick={() => onShow('danger')}
          >
            {t('next.show')}
          </ActionButton>
        )}
        {!begins && (
          <ButtonLink screen="learning.assigned-create" variant="default" leftSection={<IconBook2 size={16} />}>
            {t('next.course')}
          </ButtonLink>
        )}
        {(campaign.status === 'planned' || campaign.status === 'active') && !campaign.has_follow_up && !anonymous && (
          <ButtonLink
            screen="phishing.campaign-follow-up"
            search={{ campaign: campaign.id }}
            variant="default"
            leftSection={<IconPlayerTrackNext size={16} />}
          >
            {t('chain.add')}
          </ButtonLink>
        )}
        <ButtonLink
          screen="phishing.campaign-create"
          search={{ repeat: campaign.id }}
          variant="default"
          leftSection={<IconRepeat size={16} />}
        >
          {t('repeat.open')}
        </ButtonLink>
        <ButtonLink screen="phishing.campaign-create" variant="default" leftSection={<IconSend size={16} />}>
          {t('next.again')}
        </ButtonLink>
      </div>
    </>
  );
};

/**
 * Counts by result, of a campaign or of one of its emails. The number of reports is shown only if a person reported the
 * email.
 */
export const FunnelSection = ({ campaign, email, onShow }: Props): ReactNode => {
  const t = useT('campaigns');
  const { sending } = campaign;
  const s = email ? email.statistics : campaign.statistics;
  if (s === null)
    return (
      <>
        <AnonymousNote about="campaigns" />
        {email === undefined && (
          <Section>
            <NextActions campaign={campaign} onShow={onShow} />
          </Section>
        )}
      </>
    );
  const vectors: readonly string[] = email ? [email.attack_vector] : campaign.attack_vectors.map((one) => one.type);
  const documents = vectors.includes('attachments');
  const forms = vectors.includes('form');
  return (
    <>
      <div className={css['answer']}>
        <Section
          title={t('funnel.title')}
          hint={
            campaign.status === 'planned' && Date.parse(campaign.start_date) > Date.now()
              ? t('funnel.planned', { date: formatDateTime(campaign.start_date), number: formatNumber(s.recipients) })
              : t('funnel.hint')
          }
        >
          <ul className={css['stages']}>
            <Stage name={t('funnel.sent')} count={s.sent} total={s.recipients} step="sent" />
            <Stage
              name={t('funnel.opened')}
              count={s.opened}
              total={s.recipients}
              step="opened"
              onShow={onShow && (() => onShow('opened'))}
            />
            <Stage
              name={t('funnel.clicked')}
              count={s.clicked}
              total={s.recipients}
              step="clicked"
              onShow={onShow && (() => onShow('clicked'))}
            />
            {(documents || s.opened_attachment > 0) && (
              <Stage
                name={t('funnel.opened_attachment')}
                count={s.opened_attachment}
                total={s.recipients}
                step="opened_attachment"
                onShow={onShow && (() => onShow('opened_attachment'))}
              />
            )}
            {(forms || s.entered_data > 0) && (
              <Stage
                name={t('funnel.entered_data')}
                count={s.entered_data}
                total={s.recipients}
                step="entered_data"
                onShow={onShow && (() => onShow('entered_data'))}
              />
            )}
            {s.reported > 0 && (
              <Stage
                name={t('funnel.reported')}
                count={s.reported}
                total={s.recipients}
                step="reported"
                onShow={onShow && (() => onShow('reported'))}
              />
            )}
          </ul>
          {email === undefined && sending.unknown + sending.failed > 0 && (
            <p className={css['now']} data-figure="campaign_state">
              {t('funnel.not_delivered', {
                failed: formatNumber(sending.failed),
                unknown: formatNumber(sending.unknown),
              })}{' '}
              {onShow && (
                <button type="button" className="link" onClick={() => onShow('unknown')}>
                  {t('funnel.show')}
                </button>
              )}
            </p>
          )}
        </Section>
        <Section title={t('risk.title')} className={css['risk']!}>
          <p
            className={css['risk-value']}
            data-figure="campaign_incident_risk"
            data-color={hasBegun(s) ? shareColor(s.incident_risk) : undefined}
            data-none={!hasBegun(s) || undefined}
          >
            {hasBegun(s) ? formatPercent(s.incident_risk) : t('risk.none')}
          </p>
          <p className="quiet">{t('risk.hint')}</p>
          {email !== undefined && (
            <>
              <h3 className={css['sub']}>{t('risk.fell')}</h3>
              <p data-figure="campaign_fell">
                <Share count={email.fell ?? 0} of={s.recipients} />
              </p>
              <p className="quiet">{t('risk.fell_hint')}</p>
            </>
          )}
        </Section>
      </div>
      {email === undefined && (
        <Section className={css['next-card']!}>
          <NextActions campaign={campaign} onShow={onShow} />
        </Section>
      )}
    </>
  );
};
