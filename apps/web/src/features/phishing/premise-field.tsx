import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  type PhishScale,
  type Premise,
  premiseElements,
  type PremiseRating,
  premiseRatings,
} from '@sergak/contract/phishing/phish-scale.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Select } from '../../shared/ui/select.tsx';
import { DifficultyBadge } from './marks.tsx';
import css from './templates.module.css';

const START: Premise = { workplace_process: 4, relevance: 4, events: 0, concern: 4, training: 0 };

/** The estimated difficulty of an email or template with its reasons. */
export const DifficultyEstimate = ({ scale }: { scale: PhishScale | null }): ReactNode => {
  const t = useT('phishing__templates');
  if (scale === null) return <p className="quiet">{t('estimate.none')}</p>;
  return (
    <div className={css['estimate']}>
      <DifficultyBadge difficulty={scale.difficulty} />
      <ul>
        <li>{t('estimate.cues', { count: scale.cues, level: t(`estimate.${scale.cue_level}`) })}</li>
        <li>{t('estimate.premise', { score: scale.score, level: t(`estimate.${scale.alignment}`) })}</li>
        <li>{t('estimate.result', { detection: t(`estimate.${scale.detection}`) })}</li>
      </ul>
    </div>
  );
};

type Props = {
  value: Premise | null;
  onChange: (premise: Premise | null) => void;
  /** The estimate that follows from the cues and these answers. */
  scale: PhishScale | null;
};

/** The five questions about the story of an email, with the difficulty estimated from them and the cues. */
export const PremiseField = ({ value, onChange, scale }: Props): ReactNode => {
  const t = useT('phishing__templates');
  const ratings = premiseRatings.map((rating) => ({ value: String(rating), label: t(`premise.rate${rating}`) }));
  return (
    <fieldset className={css['premise']}>
      <legend>{t('premise.title')}</legend>
      <p className="quiet">{t('premise.hint')}</p>
      {value === null ? (
        <Button variant="default" onClick={() => onChange(START)}>
          {t('premise.start')}
        </Button>
      ) : (
        <>
          <div className={css['questions']}>
            {premiseElements.map((element) => (
              <Select
                key={element}
                label={t(`premise.${element}`)}
                description={t(`premise.${element}_hint`)}
                value={String(value[element])}
                onChange={(rating) => onChange({ ...value, [element]: Number(rating) as PremiseRating })}
                data={ratings}
              />
            ))}
          </div>
          <DifficultyEstimate scale={scale} />
          <Button variant="subtle" onClick={() => onChange(null)}>
            {t('premise.clear')}
          </Button>
        </>
      )}
    </fieldset>
  );
};
