import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatDate } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo, useScreenParams, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ErrorState, NotFound } from '../../shared/ui/states.tsx';
import { SlideView } from '../library/public.ts';
import { useGoToStep } from './go-to-step.ts';
import { outboxOf, waits } from './outbox.ts';
import { PlayerFrame } from './player-frame.tsx';
import { CourseGone } from './course-gone.tsx';
import css from './player.module.css';
import { useTextSize } from './text-size.tsx';
import { usePageKeys } from './use-page-keys.ts';

const place = { step: '', slide: 0 } as const;
type Course = CallOutput<'learner.course'>;
type Step = Course['sections'][number]['themes'][number]['steps'][number];
type Slides = NonNullable<CallOutput<'learner.module'>['slides']>;
type Started = CallOutput<'learner.start-step'>;

/** Saves each slide that is reached through the outbox, so that a closed tab or a lost network loses nothing. */
const usePosition = (courseId: string, started: Started, enabled: boolean) => {
  const me = useMe();
  const outbox = useMemo(() => outboxOf(me.id, courseId), [me.id, courseId]);
  const sequence = useRef(started.sequence);
  useEffect(
    () =>
      outbox.onSequence((known) => {
        sequence.current = Math.max(sequence.current, known);
      }),
    [outbox],
  );
  const save = (slide: number): void => {
    if (!enabled) return;
    sequence.current += 1;
    outbox.put({
      key: 'position',
      id: 'learner.save-position',
      input: { id: courseId, step_id: started.step_id, slide, sequence: sequence.current },
    });
  };
  return { outbox, save };
};

const Player = ({
  course,
  step,
  slides,
  started,
}: {
  course: Course;
  step: Step;
  slides: Slides;
  started: Started;
}): ReactNode => {
  const t = useT('learning__learner');
  const go = useGo();
  const courseId = course.assigned_course_id;
  const goToStep = useGoToStep(courseId);
  const [search, setSearch] = useSearchState(place);
  const running = course.status === 'active';
  const { outbox, save } = usePosition(courseId, started, running);
  const { style, buttons } = useTextSize();
  const stage = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const complete = useWrite('learner.complete-theory');
  const last = slides.length - 1;
  // Slides in the address count from one, for readers; without a slide the module opens at the last position.
  const at = Math.min(last, search.slide > 0 ? search.slide - 1 : started.slide);
  const slide = slides[at]!;

  const first = useRef(true);
  useEffect(() => {
    stage.current?.scrollTo({ top: 0 });
    if (!first.current) title.current?.focus({ preventScroll: true });
    first.current = false;
    if (at !== started.slide || search.slide > 0) save(at);
    // Save only when the slide changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [at]);

  const finish = async (): Promise<void> => {
    if (complete.isPending) return;
    if (!running) return go({ screen: 'learner.course', params: { course_id: courseId } });
    await outbox.settle();
    const { next, completed } = await complete.mutateAsync({ id: courseId, step_id: step.id });
    if (completed || next === null || step.state === 'done')
      go({ screen: 'learner.course', params: { course_id: courseId } });
    else goToStep({ id: next.step_id, kind: next.kind, module_id: next.module_id });
  };
  const turn = (by: 1 | -1): void => {
    if (at + by > last) void finish().catch(() => undefined);
    else if (at + by >= 0) setSearch({ slide: at + by + 1 }, { replace: true });
  };
  usePageKeys(stage, turn);

  const steps = course.sections.flatMap((section) => section.themes.flatMap((theme) => theme.steps));
  const after = steps[steps.findIndex((one) => one.id === step.id) + 1];
  const ending =
    !running || step.state === 'done' || after === undefined
      ? t('player.finish')
      : after.kind === 'quiz'
        ? t('player.to_quiz')
        : t('player.to_next');
  return (
    <PlayerFrame
      courseId={courseId}
      course={course.title}
      title={step.title}
      share={(at + 1) / slides.length}
      outbox={outbox}
      tools={buttons}
      stageRef={stage}
      foot={
        <>
          <Button
            className={css['previous']!}
            size="md"
            variant="default"
            leftSection={<IconArrowLeft size={18} aria-hidden />}
            disabled={at === 0}
            onClick={() => turn(-1)}
          >
            {t('player.previous')}
          </Button>
          <span className={css['count']} aria-live="polite">
            <span className="sr-only">{t('player.slide_of', { n: at + 1, total: slides.length })}</span>
            <span aria-hidden>{t('player.position', { n: at + 1, total: slides.length })}</span>
          </span>
          <Button
            className={css['next']!}
            size="md"
            loading={complete.isPending}
            onClick={() => turn(1)}
            rightSection={
              at === last && ending === t('player.finish') ? (
                <IconCheck size={18} aria-hidden />
              ) : (
                <IconArrowRight size={18} aria-hidden />
              )
            }
          >
            {at === last ? ending : t('player.next')}
          </Button>
        </>
      }
    >
      <div key={slide.id} className={css['stage-inner']} style={style}>
        <SlideView slide={slide} level={1} titleRef={title} />
        {at === 0 && <p className={css['hint']}>{t('player.keys')}</p>}
      </div>
      {slides[at + 1]?.image_path != null && <link rel="prefetch" as="image" href={slides[at + 1]!.image_path!} />}
    </PlayerFrame>
  );
};

const Waiting = (): ReactNode => (
  <div aria-hidden style={{ maxWidth: 760, margin: '0 auto' }}>
    <Skeleton height={300} radius={16} mb={24} />
    <Skeleton height={30} width="60%" mb={16} />
    <Skeleton height={110} />
  </div>
);

/** The slides of a module in a player that opens at the last position. */
export default function ModuleScreen(): ReactNode {
  const t = useT('learning__learner');
  const { course_id, module_id } = useScreenParams('learner.module');
  const [search] = useSearchState(place);
  const course = useRead('learner.course', { id: course_id }, { fresh: true, quiet: true });
  const unit = useRead(
    'learner.module',
    { id: module_id, with_slides: 'true', assigned_course_id: course_id },
    { fresh: true, quiet: true, staleTime: Infinity },
  );
  const start = useWrite('learner.start-step', { quiet: true });
  const [started, setStarted] = useState<Started | null>(null);
  const steps = course.data?.sections.flatMap((section) => section.themes.flatMap((theme) => theme.steps)) ?? [];
  const step =
    steps.find((one) => one.id === search.step) ??
    steps.find((one) => one.kind === 'theory' && one.module_id === module_id);
  const stepId = step?.id;
  const me = useMe();
  const themeId = course.data?.sections
    .flatMap((section) => section.themes)
    .find((theme) => theme.steps.some((one) => one.id === stepId))?.id;
  const { mutateAsync } = start;
  useEffect(() => {
    if (stepId === undefined) return undefined;
    let left = false;
    setStarted(null);
    mutateAsync({ id: course_id, step_id: stepId }).then(
      (answer) => !left && setStarted(answer),
      (error: unknown) => {
        // A temporary error (network, restart, rate limit) must not lose the start of the theme: the outbox sends it
        // later.
        if (themeId !== undefined && waits(error))
          outboxOf(me.id, course_id).put({
            key: `launch:${themeId}`,
            id: 'learner.launch-theme',
            input: { id: course_id, theme_id: themeId },
          });
      },
    );
    return () => {
      left = true;
    };
  }, [course_id, stepId, themeId, me.id, mutateAsync]);

  const back = (
    <ButtonLink screen="learner.course" params={{ course_id }}>
      {t('player.close')}
    </ButtonLink>
  );
  if (
    failedWith(course.error, 'assignment.not_found', 'request.invalid') ||
    failedWith(unit.error, 'module.not_found', 'request.invalid') ||
    (course.data !== undefined && step === undefined)
  )
    return <CourseGone />;
  if (failedWith(start.error, 'step.locked', 'assignment.not_started'))
    return (
      <NotFound
        title={t('quiz.locked_step')}
        hint={
          course.data?.status === 'planned'
            ? t('course.planned', { date: formatDate(course.data.start_date) })
            : t('quiz.locked_hint')
        }
        action={back}
      />
    );
  if (course.isError || unit.isError || start.isError) return <ErrorState onRetry={() => location.reload()} />;
  if (
    course.data === undefined ||
    step === undefined ||
    unit.data?.slides === undefined ||
    started === null ||
    started.step_id !== step.id
  )
    return <Waiting />;
  if (unit.data.slides.length === 0) return <NotFound title={t('course.gone')} action={back} />;
  return <Player key={step.id} course={course.data} step={step} slides={unit.data.slides} started={started} />;
}
