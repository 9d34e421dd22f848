import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { completionWays, type CompletionWay } from '@sergak/contract/scorm/scorm.limits.ts';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import { formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Select } from '../../shared/ui/select.tsx';
import css from './scorm.module.css';

/** The score that the field begins with: the usual pass mark of a quiz. */
const USUAL_SCORE = 80;

/** Whether a rule can be saved: a score was typed where one is needed. */
export const isRuleComplete = ({ by, score }: CompletionRule): boolean => by !== 'score' || score !== null;

/** A rule in a few words. */
export const useRuleText = (): ((rule: CompletionRule) => string) => {
  const t = useT('scorm');
  return ({ by, score }) =>
    score === null ? t(`completion.${by}`) : t('completion.score_of', { percent: formatPercent(score) });
};

type Props = {
  value: CompletionRule;
  onChange: (rule: CompletionRule) => void;
  /** Whether the package reports a result; undefined if that is not known. */
  reports?: boolean | undefined;
  /** Title of the course, where several rules are chosen on one page. */
  course?: string | undefined;
};

/** What completes a SCORM course: seen pages, a report of the package, or a score. */
export const CompletionRuleField = ({ value, onChange, reports, course }: Props): ReactNode => {
  const t = useT('scorm');
  const never = reports === false && value.by !== 'pages';
  const label = course === undefined ? t('completion.label') : `${t('completion.label')}: ${course}`;
  return (
    <div className={css['rule']}>
      <Select
        label={label}
        description={
          reports === false && !never
            ? t('completion.no_reports')
            : t(`completion.hint_${value.by}` as 'completion.hint_pages')
        }
        error={never ? t('completion.never') : undefined}
        data={completionWays.map((way) => ({ value: way, label: t(`completion.${way}`) }))}
        value={value.by}
        allowDeselect={false}
        onChange={(next) =>
          next !== null &&
          onChange({ by: next as CompletionWay, score: next === 'score' ? (value.score ?? USUAL_SCORE) : null })
        }
      />
      {value.by === 'score' && (
        <TextInput
          label={t('completion.score_label')}
          value={value.score ?? ''}
          inputMode="numeric"
          autoComplete="off"
          error={value.score === null ? t('completion.score_wrong') : undefined}
          onChange={(e) => {
            const typed = Number(e.currentTarget.value.replace(/\D/g, ''));
            onChange({ by: 'score', score: typed >= 1 && typed <= 100 ? typed : null });
          }}
        />
      )}
    </div>
  );
};
