import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { StarterCourse, StarterCourseDetail } from '@sergak/contract/library/starter.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { formatPercent } from '../../shared/format.ts';
import { currentLanguage, languageNames } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import words from '../../shared/starter/starter.module.css';
import { Modal } from '../../shared/ui/overlays.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './library.module.css';
import { QuestionList } from './question-list.tsx';
import { SlidePreview } from './slide-preview.tsx';

const Steps = ({ course }: { course: StarterCourseDetail }): ReactNode => {
  const t = useT('library');
  const [at, setAt] = useState(0);
  const [slide, setSlide] = useState(0);
  const step = course.steps[Math.min(at, course.steps.length - 1)];
  if (!step) return null;
  const nameOf = (one: StarterCourseDetail['steps'][number]): string =>
    one.kind === 'theory'
      ? `${one.theme}: ${t('preview.theory')} (${t('preview.slides', { count: one.slides.length })})`
      : `${one.theme}: ${t('preview.quiz')} (${t('preview.questions', { count: one.questions.length })}, ${t('preview.pass', { percent: formatPercent(one.pass_mark) })})`;
  return (
    <>
      <div className={words['bar']}>
        <Select
          aria-label={t('preview.structure')}
          w="min(100%, 460px)"
          value={String(at)}
          onChange={(next) => {
            setAt(Number(next ?? 0));
            setSlide(0);
          }}
          data={course.steps.map((one, n) => ({ value: String(n), label: nameOf(one) }))}
        />
      </div>
      <div className={css['stage']}>
        {step.kind === 'theory' ? (
          <SlidePreview slides={step.slides} at={slide} onTurn={setSlide} />
        ) : (
          <QuestionList questions={step.questions} />
        )}
      </div>
    </>
  );
};

/** A course of the library as its learners would see it, with the right answers and the sources. Nothing is recorded. */
export default function StarterPreview({ course, onClose }: { course: StarterCourse; onClose: () => void }): ReactNode {
  const t = useT('library__starter');
  const [language, setLanguage] = useState<Language>(currentLanguage);
  const detail = useRead('library.starter-course', { slug: course.slug, language }, { quiet: true });
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(1000px, 96vw)"
      title={course.title}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <div className={words['bar']}>
        <SegmentedControl<Language>
          aria-label={t('preview.language')}
          value={language}
          onChange={setLanguage}
          data={course.languages.map((one) => ({ value: one, label: languageNames[one] }))}
        />
      </div>
      {detail.data === undefined ? (
        detail.isError ? (
          <ErrorState onRetry={() => void detail.refetch()} />
        ) : (
          <LoadingState />
        )
      ) : (
        <>
          <Steps key={language} course={detail.data} />
          {detail.data.sources.length > 0 && (
            <>
              <h3>{t('preview.sources')}</h3>
              <ul className={words['sources']}>
                {detail.data.sources.map((one) => (
                  <li key={one.title}>
                    {one.title}. {one.publisher}, {one.year}
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Modal>
  );
}
