import { Skeleton } from '@mantine/core';
import { IconCheck, IconPackage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CourseDetail } from '@sergak/contract/library/library.schema.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useScreenParams, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { EmptyState, ErrorState, NotFound } from '../../shared/ui/states.tsx';
import { CourseSummary } from './course-summary.tsx';
import { CourseStateBadge } from './course-state.tsx';
import css from './library.module.css';
import { QuestionList } from './question-list.tsx';
import { SlidePreview, WidthChoice } from './slide-preview.tsx';
import { StepIcon } from './step-icon.tsx';

const usual = { step: '', slide: 0, width: 'desktop' } as const;
type Step = CourseDetail['sections'][number]['themes'][number]['steps'][number];

const Outline = ({
  course,
  step,
  onStep,
}: {
  course: CourseDetail;
  step: Step;
  onStep: (id: string) => void;
}): ReactNode => {
  const t = useT('library');
  const facts = (one: Step): string => {
    if (one.kind === 'scorm') return '';
    if (one.kind === 'theory') return t('preview.slides', { count: one.slides_count });
    const pass = t('preview.pass', { percent: formatPercent(one.pass_mark) });
    return `${t('preview.questions', { count: one.questions_count })}, ${pass}`;
  };
  return (
    <nav className={css['outline']} aria-label={t('preview.structure')}>
      <h2>{t('preview.structure')}</h2>
      {course.sections.map((section) => (
        <section key={section.id}>
          <h3>{section.title}</h3>
          {section.themes.map((theme) => (
            <div key={theme.id}>
              <h4>{theme.title}</h4>
              <ul>
                {theme.steps.map((one) => (
                  <li key={one.id}>
                    <button
                      type="button"
                      aria-current={one.id === step.id ? 'step' : undefined}
                      onClick={() => onStep(one.id)}
                    >
                      <StepIcon kind={one.kind} />
                      <span>
                        {t(`preview.${one.kind}`)}: {one.module_title}
                        <small>{facts(one)}</small>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      ))}
    </nav>
  );
};

const Stage = ({ step, slide, onSlide }: { step: Step; slide: number; onSlide: (n: number) => void }): ReactNode => {
  const t = useT('library');
  const unit = useRead('library.module', { id: step.module_id! }, { fresh: true, enabled: step.module_id !== null });
  if (step.module_id === null)
    return (
      <EmptyState
        icon={IconPackage}
        title={t('preview.package')}
        hint={t('preview.package_hint')}
        action={
          <ButtonLink variant="default" screen="learning.courses" search={{ kind: 'scorm' }}>
            {t('preview.packages')}
          </ButtonLink>
        }
      />
    );
  if (unit.isError) return <ErrorState onRetry={() => void unit.refetch()} />;
  if (unit.data === undefined) return <Skeleton height={360} radius={12} aria-hidden />;
  const { slides, questions } = unit.data;
  if (step.kind === 'quiz')
    return questions.length === 0 ? <EmptyState title={t('preview.empty')} /> : <QuestionList questions={questions} />;
  if (slides.length === 0) return <EmptyState title={t('preview.empty')} />;
  return <SlidePreview slides={slides} at={slide} onTurn={onSlide} />;
};

/** A course as its learners see it, with the right answers marked. */
export default function CoursePreviewScreen(): ReactNode {
  const t = useT('library');
  const { course_id } = useScreenParams('learning.course-preview');
  const [state, setState] = useSearchState(usual);
  const mayAssign = usePermission('admin.learning.assigned');
  const answer = useRead('library.course', { id: course_id }, { fresh: true, quiet: true });
  const trail = [
    <ScreenLink key="courses" screen="learning.courses">
      {t('courses.title')}
    </ScreenLink>,
  ];
  if (answer.data === undefined) {
    if (failedWith(answer.error, 'course.not_found', 'request.invalid'))
      return (
        <NotFound
          title={t('preview.gone')}
          action={<ButtonLink screen="learning.courses">{t('courses.title')}</ButtonLink>}
        />
      );
    return answer.isError ? (
      <ErrorState onRetry={() => void answer.refetch()} />
    ) : (
      <Skeleton height={420} radius={14} aria-hidden />
    );
  }
  const course = answer.data;
  const steps = course.sections.flatMap((section) => section.themes.flatMap((theme) => theme.steps));
  const step = steps.find((one) => one.id === state.step) ?? steps[0];
  return (
    <>
      <PageHead
        title={course.title}
        trail={trail}
        hint={course.description}
        badge={<CourseStateBadge course={course} />}
        actions={
          <>
            <ButtonLink variant="default" screen="learning.course-edit" params={{ course_id: course.id }}>
              {t('card.edit')}
            </ButtonLink>
            {mayAssign && !course.archived && course.published_version > 0 && (
              <ButtonLink
                screen="learning.assigned-create"
                search={{ course: course.id }}
                leftSection={<IconCheck size={16} aria-hidden />}
              >
                {t('card.assign')}
              </ButtonLink>
            )}
          </>
        }
      />
      {course.summary && <CourseSummary title={course.title} doc={course.summary} />}
      {step === undefined ? (
        <EmptyState title={t('preview.empty')} />
      ) : (
        <div className={css['preview']}>
          <Outline course={course} step={step} onStep={(id) => setState({ step: id, slide: 0 })} />
          <div className={css['stage']} data-phone={state.width === 'phone' || undefined}>
            <WidthChoice width={state.width} onWidth={(width) => setState({ width }, { replace: true })} />
            <Stage
              key={step.id}
              step={step}
              slide={state.slide}
              onSlide={(slide) => setState({ slide }, { replace: true })}
            />
          </div>
        </div>
      )}
    </>
  );
}
