import type { ReactNode } from 'react';
import type { ReportStage, ReportVerdict } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { StatusBadge, type Tone } from '../../shared/ui/badges.tsx';

const stageTones: Record<ReportStage, Tone> = { new: 'active', in_work: 'warning', closed: 'neutral' };
const verdictTones: Record<ReportVerdict, Tone> = {
  dangerous: 'bad',
  spam: 'neutral',
  harmless: 'good',
  simulation: 'neutral',
};

/** How far the security team is with a reported email. */
export const StageBadge = ({ stage }: { stage: ReportStage }): ReactNode => {
  const t = useT('suspicious');
  return <StatusBadge tone={stageTones[stage]}>{t(`stage.${stage}`)}</StatusBadge>;
};

/** What the security team found out. */
export const VerdictBadge = ({ verdict }: { verdict: ReportVerdict }): ReactNode => {
  const t = useT('suspicious');
  return <StatusBadge tone={verdictTones[verdict]}>{t(`verdict.${verdict}`)}</StatusBadge>;
};
