import { IconFileText, IconLink, IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber, formatShare } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ColorBadge } from '../../shared/ui/badges.tsx';
import css from './phishing.module.css';

type Difficulty = 'easy' | 'medium' | 'hard';
const colors = { easy: 'green', medium: 'yellow', hard: 'red' } as const;

/** How hard a template is to recognise: shape, colour and word. */
export const DifficultyBadge = ({ difficulty }: { difficulty: Difficulty }): ReactNode => {
  const t = useT('phishing');
  return <ColorBadge color={colors[difficulty]}>{t(`difficulty.${difficulty}`)}</ColorBadge>;
};

/** The trap of a template: a link to a form, or a document. */
export const VectorMark = ({ vector }: { vector: 'form' | 'attachments' }): ReactNode => {
  const t = useT('phishing');
  const Mark = vector === 'form' ? IconLink : IconFileText;
  return (
    <span className={css['vector']}>
      <Mark size={15} stroke={1.8} aria-hidden />
      {t(`vector.${vector}`)}
    </span>
  );
};

/** The share of recipients who fell for what was sent so far; nothing where it is hidden. */
export const Success = ({ sent, fell }: { sent: number; fell: number | null }): ReactNode => {
  const t = useT('phishing__templates');
  if (fell === null) return null;
  if (sent === 0) return <span className={css['vector']}>{t('card.unsent')}</span>;
  return (
    <span
      className={css['vector']}
      data-figure="template_fell"
      title={t('card.fell_hint', { fell: formatNumber(fell), sent: formatNumber(sent) })}
    >
      {t('card.fell', { share: formatShare(fell, sent) })}
    </span>
  );
};

/** The picture of a template; a neutral one if it has none. */
export const TemplateLogo = ({ src, size = 40 }: { src: string | null; size?: number }): ReactNode =>
  src === null ? (
    <span className={css['logo']} style={{ width: size, height: size }}>
      <IconMail size={size / 2} stroke={1.5} aria-hidden />
    </span>
  ) : (
    <img className={css['logo']} src={src} alt="" width={size} height={size} loading="lazy" />
  );
