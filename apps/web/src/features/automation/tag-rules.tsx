import type { ReactNode } from 'react';
import { moveRiskBounds } from '@sergak/contract/automation/automation.rules.ts';
import { clampLifeDays, hasLife } from '@sergak/contract/tags/tags.rules.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { clampRisk } from './choices.ts';
import { changeBounds, changeLife, rulesChanged } from './draft.ts';
import { NumberBox } from './number-box.tsx';
import { RulesOutcome } from './rules-outcome.tsx';
import css from './automation.module.css';
import type { TagDraft } from './use-draft.ts';

/** The life of a tag and the bounds of a risk group. */
export const TagRules = ({ tag, edited }: { tag: Tag; edited: TagDraft }): ReactNode => {
  const t = useT('automation');
  const { draft, set } = edited;
  const { rules } = draft.mine;
  const shortened = draft.base.lines.filter((line) => line.defer_by > 0 && line.defer_by >= rules.life_days).length;
  const move = (moved: 'min' | 'max', level: number): void =>
    set(changeBounds(draft, moveRiskBounds({ ...rules, [`${moved}_risk_level`]: level }, moved)));
  return (
    <Section
      title={t('rules.title')}
      actions={rulesChanged(draft) ? <StatusBadge tone="warning">{t('mark.changed')}</StatusBadge> : undefined}
    >
      <div className={css['row']}>
        {tag.type === 'risk_group' && (
          <>
            <NumberBox
              className={css['short']!}
              label={t('rules.min')}
              value={rules.min_risk_level}
              clamp={clampRisk}
              onValue={(level) => move('min', level)}
            />
            <NumberBox
              className={css['short']!}
              label={t('rules.max')}
              value={rules.max_risk_level}
              clamp={clampRisk}
              onValue={(level) => move('max', level)}
            />
          </>
        )}
        {hasLife(tag) && (
          <NumberBox
            className={css['short']!}
            label={t('rules.life')}
            value={rules.life_days}
            clamp={clampLifeDays}
            onValue={(days) => set(changeLife(draft, days))}
          />
        )}
      </div>
      <p className={css['about']}>
        {t(
          tag.type === 'newbie'
            ? 'rules.life_newbie'
            : tag.type === 'risk_group'
              ? 'rules.risk_hint'
              : 'rules.life_hint',
        )}
      </p>
      {shortened > 0 && (
        <p className={css['needed']} role="status">
          {t('rules.shortened', { count: shortened })}
        </p>
      )}
      <RulesOutcome tag={tag} edited={edited} />
    </Section>
  );
};
