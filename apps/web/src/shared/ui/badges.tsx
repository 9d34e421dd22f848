import type { ReactNode } from 'react';
import { formatRisk } from '../format.ts';
import { useT } from '../i18n/use-t.ts';
import css from './badges.module.css';
import { type RiskColor, riskColor } from './risk.ts';

/** Low is a circle, middle a diamond, high a triangle: the shape repeats the meaning of the colour. */
const Shape = ({ color }: { color: RiskColor }): ReactNode => (
  <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden className={css['shape']}>
    {color === 'green' && <circle cx="5" cy="5" r="4" />}
    {color === 'yellow' && <rect x="1.7" y="1.7" width="6.6" height="6.6" transform="rotate(45 5 5)" />}
    {color === 'red' && <path d="M5 .8 9.6 9H.4z" />}
  </svg>
);

/**
 * A risk level as number, shape and colour, with a word for people who cannot see them (visible with `word`). A missing
 * level is only outlined in the red of the specification: it is not a warning, and every new person lacks a level.
 */
export const RiskBadge = ({ level, word = false }: { level: number | null | undefined; word?: boolean }): ReactNode => {
  const t = useT('commons');
  const color = riskColor(level);
  if (level === null || level === undefined)
    return (
      <span className={css['risk']} data-color={color} data-missing title={t('risk.missing')}>
        {t('risk.missing')}
      </span>
    );
  const name = t(`risk.${color}`);
  return (
    <span className={css['risk']} data-color={color} title={name}>
      <Shape color={color} />
      {formatRisk(level)}
      <span className={word ? css['word'] : 'sr-only'}> {name}</span>
    </span>
  );
};

/** The risk level of a group of people. An empty group has no level and is not red. */
export const GroupRiskBadge = ({ level, people }: { level: number | null | undefined; people: number }): ReactNode => {
  const t = useT('commons');
  if (people > 0) return <RiskBadge level={level} />;
  return (
    <span className={css['nobody']} title={t('risk.nobody')}>
      <span aria-hidden>—</span>
      <span className="sr-only">{t('risk.nobody')}</span>
    </span>
  );
};

/** A risk colour with a custom text. */
export const ColorBadge = ({ color, children }: { color: RiskColor; children: ReactNode }): ReactNode => (
  <span className={css['risk']} data-color={color}>
    <Shape color={color} />
    {children}
  </span>
);

export type Tone = 'neutral' | 'active' | 'good' | 'warning' | 'bad' | 'planned';
/** The state of a thing in one word. `mark`: the colour of its dot if the tones have none for it. */
export const StatusBadge = ({
  tone,
  mark,
  children,
}: {
  tone: Tone;
  mark?: string;
  children: ReactNode;
}): ReactNode => (
  <span className={css['status']} data-tone={tone}>
    <i aria-hidden style={{ background: mark }} />
    {children}
  </span>
);

/** A tag with its colour as a dot, so that the text keeps its contrast. */
export const TagBadge = ({ color, children }: { color?: string | null; children: ReactNode }): ReactNode => (
  <span className={css['tag']}>
    <i aria-hidden style={{ background: color ?? 'var(--accent)' }} />
    <span>{children}</span>
  </span>
);

type ShareProps = {
  value: number;
  label: string;
  color?: RiskColor;
  /** The more, the worse: the bar is hatched, so that it differs from one that shows progress. */
  harm?: boolean;
};
/** A share as a thin bar with its number. */
export const ShareBar = ({ value, label, color, harm = false }: ShareProps): ReactNode => {
  const share = Math.min(100, Math.max(0, value));
  return (
    <span className={css['share']}>
      <span className={css['track']} data-harm={harm || undefined} role="img" aria-label={label}>
        <span style={{ width: `${share}%` }} data-color={color} />
      </span>
      <span className={css['share-number']} aria-hidden>
        {label}
      </span>
    </span>
  );
};
