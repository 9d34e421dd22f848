import type { ReactNode } from 'react';
import type { RiskShare } from '@sergak/contract/statistics/statistics.schema.ts';
import { formatDate, formatPercent, formatRisk } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './statistics.module.css';

const useDetail = () => {
  const t = useT('statistics');
  return (part: RiskShare): string => {
    const facts = [
      part.kind === 'other' ? '' : t(`part.${part.kind}`),
      part.result === null ? '' : t(`result.${part.result as 0 | 1 | 2 | 3 | 4}`),
      part.reported ? t('result.reported') : '',
      part.progress === null ? '' : t('part.done', { share: formatPercent(part.progress) }),
      part.date === null ? '' : formatDate(part.date),
    ];
    return facts.filter((one) => one !== '').join(' · ');
  };
};

type Props = {
  parts: readonly RiskShare[];
  level: number | null;
  /** Only some of the parts, without the sentence about their sum. */
  brief?: boolean;
};

/** The parts of a risk level: each campaign and course with its points and share. Their sum is the level. */
export const RiskExplanation = ({ parts, level, brief = false }: Props): ReactNode => {
  const t = useT('statistics');
  const detail = useDetail();
  if (level === null || parts.length === 0) return <p className={css['quiet']}>{t('part.none')}</p>;
  const most = Math.max(0.01, ...parts.map((one) => one.points));
  return (
    <>
      {!brief && <p className={css['quiet']}>{t('part.how')}</p>}
      <ol className={css['parts']}>
        {parts.map((part, i) => (
          <li key={`${part.kind}:${part.id}:${i}`}>
            <span className={css['part-name']}>
              <strong>{part.kind === 'other' ? t('part.other') : part.title}</strong>
              <small>{detail(part)}</small>
            </span>
            <span className={css['part-bar']} aria-hidden>
              <i style={{ width: `${(part.points / most) * 100}%` }} data-kind={part.kind} />
            </span>
            <span className={css['part-points']} data-figure="risk_points">
              {part.points < 0.05 ? (
                <small>{t(part.points === 0 ? 'part.nothing' : 'part.little')}</small>
              ) : (
                <>
                  {t('part.points', { points: formatRisk(part.points) })}
                  <small>{formatPercent(part.share)}</small>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
};
