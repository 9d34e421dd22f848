import { Button, Skeleton, VisuallyHidden } from '@mantine/core';
import {
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
  IconCloudX,
  IconMaximize,
  IconMinimize,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PlayerMessage } from '@sergak/contract/scorm/runtime.schema.ts';
import type { MyStep } from '@sergak/contract/learning/learner.schema.ts';
import type { CallOutput } from '../../shared/api.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useScreenParams, useSearchState } from '../../shared/nav/nav.tsx';
import { refresh, useRead, useWrite } from '../../shared/query.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ErrorState, NotFound } from '../../shared/ui/states.tsx';
import { ReportButton } from '../reports/public.ts';
import { CourseGone } from './course-gone.tsx';
import css from './player.module.css';
import scorm from './scorm.module.css';

type Save = Extract<PlayerMessage, { kind: 'save' }>['state'];
type Launched = CallOutput<'scorm.launch'>;
const place = { step: '' } as const;
const marks = {
  saved: IconCloudCheck,
  saving: IconCloudUp,
  offline: IconCloudOff,
  rejected: IconCloudX,
  superseded: IconCloudX,
  ended: IconCloudX,
} as const;
/** Time in which the last commit of a closing player arrives. */
const CLOSING_MS = 800;
/** The package runs on another origin; these rights let it play, and keep it from navigating the portal. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-downloads';

const SaveSign = ({ state }: { state: Save }): ReactNode => {
  const t = useT('learning__scorm');
  const Mark = marks[state];
  return (
    <span
      className={css['saved']}
      data-state={state === 'saved' || state === 'saving' ? state : 'rejected'}
      role="status"
    >
      <Mark size={18} stroke={1.7} aria-hidden />
      <span>{t(`save.${state}`)}</span>
    </span>
  );
};

const useFullScreen = () => {
  const box = useRef<HTMLDivElement>(null);
  const [full, setFull] = useState(false);
  useEffect(() => {
    const changed = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  const toggle = (): void => void (full ? document.exitFullscreen() : box.current?.requestFullscreen());
  return { box, full, toggle };
};

type Handlers = { onSave(state: Save): void; onProgress(o: { progress: number; done: boolean }): void; onExit(): void };
/** Messages of the player. They change the display only; whatever counts goes from the player to the server. */
const usePlayerMessages = (url: string, frame: { current: HTMLIFrameElement | null }, handlers: Handlers): void => {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const { origin } = new URL(url);
    const receive = (event: MessageEvent): void => {
      const message = event.data as PlayerMessage | null;
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      if (typeof message !== 'object' || message?.sergak !== 'scorm') return;
      if (message.kind === 'save' && message.state in marks) latest.current.onSave(message.state);
      else if (message.kind === 'progress' && typeof message.progress === 'number')
        latest.current.onProgress({ progress: message.progress, done: message.done === true });
      else if (message.kind === 'exit') latest.current.onExit();
    };
    addEventListener('message', receive);
    return () => removeEventListener('message', receive);
  }, [url, frame]);
};

const Player = ({
  course,
  launched,
  onAgain,
}: {
  course: CallOutput<'learner.course'>;
  launched: Launched;
  onAgain: () => void;
}): ReactNode => {
  const t = useT('learning__scorm');
  const go = useGo();
  const params = { course_id: course.assigned_course_id };
  const review = launched.mode === 'review';
  const [save, setSave] = useState<Save>('saved');
  const [progress, setProgress] = useState(launched.progress);
  const frame = useRef<HTMLIFrameElement>(null);
  const { box, full, toggle } = useFullScreen();
  usePlayerMessages(launched.url, frame, {
    onSave: setSave,
    onProgress: (now) => {
      setProgress(now.done ? 100 : now.progress);
      if (now.done) void refresh('learner');
    },
    onExit: () => go({ screen: 'learner.course', params }),
  });
  useEffect(() => {
    document.body.dataset['player'] = '';
    return () => {
      delete document.body.dataset['player'];
      // The player sends its last commit while it closes; the course is read again once that has arrived.
      setTimeout(() => void refresh('learner'), CLOSING_MS);
    };
  }, []);
  const over = save === 'superseded' || save === 'ended';
  const FullIcon = full ? IconMinimize : IconMaximize;
  return (
    <div className={css['player']} ref={box}>
      <div className={css['top']}>
        <div className={css['top-main']}>
          <ScreenLink
            screen="learner.course"
            params={params}
            className={css['close']}
            aria-label={t('close')}
            title={t('close')}
          >
            <IconX size={22} stroke={1.7} aria-hidden />
          </ScreenLink>
          <div className={css['names']}>
            <h1 className={css['name']}>{launched.title}</h1>
            <p className={css['course']}>{review ? t('review') : course.title}</p>
          </div>
        </div>
        <div className={css['tools']}>
          {!review && <SaveSign state={save} />}
          {document.fullscreenEnabled && (
            <button
              type="button"
              className={scorm['full']}
              onClick={toggle}
              aria-label={t(full ? 'full.exit' : 'full.enter')}
            >
              <FullIcon size={20} stroke={1.7} aria-hidden />
            </button>
          )}
        </div>
      </div>
      <div className={css['thin']} aria-hidden>
        <span style={{ width: `${progress}%` }} />
      </div>
      {over ? (
        <div className={scorm['over']} role="alert">
          <h2>{t(`over.${save}.title`)}</h2>
          <p>{t(`over.${save}.hint`)}</p>
          <Button onClick={onAgain}>{t('here')}</Button>
        </div>
      ) : (
        <iframe
          key={launched.url}
          ref={frame}
          className={scorm['frame']}
          src={launched.url}
          title={launched.title}
          sandbox={SANDBOX}
          allow="fullscreen; autoplay"
        />
      )}
    </div>
  );
};

const Waiting = (): ReactNode => <Skeleton height={420} radius={16} aria-hidden />;

/** A finished package: look at it again, or begin another attempt. */
const Finished = ({
  step,
  running,
  onOpen,
}: {
  step: MyStep;
  running: boolean;
  onOpen(again: boolean): void;
}): ReactNode => {
  const t = useT('learning__scorm');
  return (
    <div className={scorm['finished']}>
      <h1>{step.title}</h1>
      <p>
        {step.best_score === null ? t('finished') : t('finished_score', { percent: formatPercent(step.best_score) })}
      </p>
      <div className={scorm['actions']}>
        <Button onClick={() => onOpen(false)}>{t('look')}</Button>
        {running && (
          <Button variant="default" onClick={() => onOpen(true)}>
            {t('again')}
          </Button>
        )}
        {step.registration_id !== null && (
          <ReportButton order={{ kind: 'own-scorm-attempt', id: step.registration_id }} label={t('download')} />
        )}
      </div>
    </div>
  );
};

const Step = ({ course, step }: { course: CallOutput<'learner.course'>; step: MyStep }): ReactNode => {
  const t = useT('learning__scorm');
  const launch = useWrite('scorm.launch', { quiet: true });
  const [launched, setLaunched] = useState<Launched | null>(null);
  const { mutateAsync } = launch;
  const open = (new_attempt: boolean): void => {
    setLaunched(null);
    mutateAsync({ assigned_course_id: course.assigned_course_id, step_id: step.id, new_attempt }).then(
      setLaunched,
      () => undefined,
    );
  };
  const chooses = useRef(step.state === 'done');
  const begun = useRef(false);
  useEffect(() => {
    if (chooses.current || begun.current) return;
    begun.current = true;
    open(false);
    // Opens once: each launch ends the player before it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  if (launched) return <Player key={launched.url} course={course} launched={launched} onAgain={() => open(false)} />;
  if (failedWith(launch.error, 'step.locked', 'assignment.not_started'))
    return (
      <NotFound
        title={t('locked')}
        hint={t('locked_hint')}
        action={
          <ButtonLink screen="learner.course" params={{ course_id: course.assigned_course_id }}>
            {t('close')}
          </ButtonLink>
        }
      />
    );
  if (launch.isError) return <ErrorState onRetry={() => open(false)} />;
  if (launch.isPending || !chooses.current) return <Waiting />;
  return <Finished step={step} running={course.status === 'active'} onOpen={open} />;
};

/** A SCORM package of a course, in the player of the content origin. */
export default function ScormScreen(): ReactNode {
  const { course_id } = useScreenParams('learner.scorm');
  const [search] = useSearchState(place);
  const course = useRead('learner.course', { id: course_id }, { fresh: true, quiet: true });
  const steps = course.data?.sections.flatMap((section) => section.themes.flatMap((theme) => theme.steps)) ?? [];
  const step = steps.find((one) => one.kind === 'scorm' && (search.step === '' || one.id === search.step));
  if (failedWith(course.error, 'assignment.not_found', 'request.invalid')) return <CourseGone />;
  if (course.data === undefined)
    return course.isError ? <ErrorState onRetry={() => void course.refetch()} /> : <Waiting />;
  if (step !== undefined) return <Step key={step.id} course={course.data} step={step} />;
  return (
    <>
      <VisuallyHidden component="h1">{course.data.title}</VisuallyHidden>
      <CourseGone />
    </>
  );
}
