import type { ReactNode } from 'react';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Section } from '../../shared/ui/section.tsx';
import { CompletionRuleField } from '../scorm/public.ts';
import css from './admin.module.css';

/** Rules that differ from those of the courses, by the id of the course. */
export type Rules = Readonly<Record<string, CompletionRule>>;
/** A chosen course; only SCORM courses have a rule. */
type Course = {
  readonly id: string;
  readonly title: string;
  readonly completion_rule?: CompletionRule;
  readonly reports?: boolean;
};

/** What completes each chosen SCORM course. */
export const AssignRules = ({
  courses,
  rules,
  onChange,
}: {
  courses: readonly Course[];
  rules: Rules;
  onChange: (rules: Rules) => void;
}): ReactNode => {
  const t = useT('learning');
  const packages = courses.filter((course) => course.completion_rule !== undefined);
  if (packages.length === 0) return null;
  return (
    <Section title={t('create.completion')}>
      <div className={css['stack']}>
        {packages.map((course) => (
          <CompletionRuleField
            key={course.id}
            value={rules[course.id] ?? course.completion_rule!}
            reports={course.reports}
            course={packages.length > 1 ? course.title : undefined}
            onChange={(rule) => onChange({ ...rules, [course.id]: rule })}
          />
        ))}
      </div>
    </Section>
  );
};
