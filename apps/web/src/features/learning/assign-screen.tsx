import { Button, Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DEADLINE_DAYS } from '@sergak/contract/learning/limits.rules.ts';
import type { CallOutput } from '../../shared/api.ts';
import { tellBulk } from '../../shared/bulk.ts';
import { formatDate, formatNumber, toDate, toDay, today } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { DraftNotice } from '../../shared/forms/draft-notice.tsx';
import { useDraft } from '../../shared/forms/guard.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { DateTimePicker } from '../../shared/ui/date-time-picker.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { CourseChooser } from '../library/public.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import css from './admin.module.css';
import { isNobody, noPeople, type PeopleChoice, PeopleChooser, useAssignmentPreview } from './people-choice.tsx';

const usual = { course: '' } as const;
const plusDays = (date: Date, days: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
type Draft = { course: string; people: PeopleChoice; start: string; deadline: string; email: boolean };
const fresh = (): Draft => ({
  course: '',
  people: noPeople,
  start: today(),
  deadline: today(DEADLINE_DAYS),
  email: true,
});
/** Keeps only course and people of a draft that would start in the past. */
const restoreDraft = (kept: Draft | null): Draft =>
  kept === null || kept.start < today()
    ? { ...fresh(), ...(kept && { course: kept.course, people: kept.people }) }
    : kept;

type Course = CallOutput<'library.course'>;

const CourseChoice = ({
  course,
  onChoose,
}: {
  course: Course | undefined;
  onChoose: (id: string) => void;
}): ReactNode => {
  const t = useT('learning');
  const l = useT('library');
  const [open, setOpen] = useState(false);
  return (
    <Section title={t('create.course')}>
      {course !== undefined ? (
        <div className={css['chosen']}>
          {course.image_path !== null && <img src={course.image_path} alt="" width={1200} height={630} />}
          <div>
            <strong>{course.title}</strong>
            <p>
              {l('card.sections', { count: course.sections_count })}, {l('card.minutes', { count: course.minutes })}
            </p>
            <Button variant="default" size="compact-md" onClick={() => setOpen(true)}>
              {t('create.change')}
            </Button>
          </div>
        </div>
      ) : (
        <Button variant="light" onClick={() => setOpen(true)}>
          {t('create.choose')}
        </Button>
      )}
      {open && (
        <CourseChooser
          opened
          chosen={course === undefined ? [] : [course.id]}
          onClose={() => setOpen(false)}
          onChoose={([chosen]) => {
            setOpen(false);
            if (chosen) onChoose(chosen.id);
          }}
        />
      )}
    </Section>
  );
};

const Summary = ({
  draft,
  course,
  preview,
  busy,
  held,
  error,
  onSubmit,
}: {
  draft: Draft;
  course: Course | undefined;
  preview: ReturnType<typeof useAssignmentPreview>;
  busy: boolean;
  /** Whether there is an earlier draft that the user has not opened yet. */
  held: boolean;
  error: unknown;
  onSubmit: () => void;
}): ReactNode => {
  const t = useT('learning');
  const none = isNobody(draft.people);
  const add = none ? 0 : (preview?.to_add ?? 0);
  const have = none || preview === undefined ? 0 : preview.people - preview.to_add;
  const wrong = draft.deadline < draft.start;
  const emails = !draft.email
    ? t('summary.emails_none')
    : draft.start > today()
      ? t('summary.emails_start')
      : t('summary.emails_now');
  return (
    <aside className={css['summary']} aria-label={t('summary.title')}>
      <h2>{t('summary.title')}</h2>
      <dl>
        <div>
          <dt>{t('summary.course')}</dt>
          <dd>{course?.title ?? <span className="quiet">{t('summary.not_chosen')}</span>}</dd>
        </div>
        <div aria-live="polite">
          <dt>{t('summary.people')}</dt>
          <dd>
            {none ? (
              <span className="quiet">{t('summary.nobody')}</span>
            ) : preview === undefined ? (
              '…'
            ) : (
              t('summary.count', { count: add, number: formatNumber(add) })
            )}
            {have > 0 && (
              <small>
                {add === 0 ? t('summary.all_have') : t('summary.have', { count: have, number: formatNumber(have) })}
              </small>
            )}
            {!none && preview !== undefined && preview.unregistered > 0 && (
              <small>
                {t('summary.unregistered', { count: preview.unregistered, number: formatNumber(preview.unregistered) })}
              </small>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('summary.period')}</dt>
          <dd>{t('summary.period_value', { from: formatDate(draft.start), to: formatDate(draft.deadline) })}</dd>
        </div>
        <div>
          <dt>{t('summary.emails')}</dt>
          <dd>{emails}</dd>
        </div>
      </dl>
      <FormError error={error} />
      <ActionButton
        size="md"
        loading={busy}
        blocked={
          (course === undefined && t('commons:blocked.course')) ||
          (add === 0 && t('commons:blocked.people')) ||
          ((held || wrong) && t('commons:blocked.fields'))
        }
        onClick={onSubmit}
      >
        {add > 0 ? t('summary.submit', { count: add, number: formatNumber(add) }) : t('summary.submit_none')}
      </ActionButton>
    </aside>
  );
};

/** Assigns a course to people: which course, to whom, and when; the summary is next to the form. */
export default function AssignScreen(): ReactNode {
  const t = useT('learning');
  const go = useGo();
  const me = useMe();
  const [search, setSearch] = useSearchState(usual);
  const kept = useDraft<Draft>(`assign.${me.id}`);
  const [draft, setDraft] = useState<Draft>(() => restoreDraft(kept.kept));
  const assign = useWrite('learning.assign', { quiet: true });
  const courseId = search.course || draft.course;
  const course = useRead(
    'library.course',
    { id: courseId },
    { enabled: courseId !== '', quiet: true, fresh: true },
  ).data;
  const preview = useAssignmentPreview(draft.people, courseId === '' ? {} : { course_id: courseId });
  const change = (patch: Partial<Draft>): void => {
    const next = { ...draft, course: courseId, ...patch };
    setDraft(next);
    kept.save(next);
  };
  const submit = (): void =>
    assign.mutate(
      {
        course_id: courseId,
        ...draft.people,
        start_date: draft.start,
        deadline: draft.deadline,
        need_message: draft.email,
      },
      {
        onSuccess: (made) => {
          const about = course?.title ?? '';
          tellBulk('learning.assign', made, { kind: 'enrol_people', about, done: t('tips:course.assign') });
          kept.forget();
          go({ screen: 'learning.assigned-one', params: { course_id: made.id } });
        },
      },
    );
  return (
    <>
      <PageHead
        title={t('create.title')}
        trail={[
          <ScreenLink key="list" screen="learning.assigned">
            {t('list.title')}
          </ScreenLink>,
        ]}
      />
      <DraftNotice
        draft={kept}
        onRestart={() => {
          kept.forget();
          setDraft(restoreDraft(null));
          setSearch({ course: '' }, { replace: true });
        }}
      />
      <div className={css['assign']}>
        <div className={css['form']}>
          <CourseChoice
            course={course}
            onChoose={(id) => {
              setSearch({ course: '' }, { replace: true });
              change({ course: id });
            }}
          />
          <Section title={t('create.people')} hint={t('create.people_hint')}>
            <PeopleChooser
              label={t('create.people')}
              value={draft.people}
              onChange={(people) => change({ people })}
              count={isNobody(draft.people) ? 0 : preview?.to_add}
              courseId={courseId}
            />
          </Section>
          <Section title={t('create.dates')}>
            <div className={css['dates']}>
              <DateTimePicker
                label={t('create.start')}
                dayOnly
                required
                value={toDate(draft.start)}
                min={toDate(today())}
                onChange={(date) =>
                  date &&
                  change({
                    start: toDay(date),
                    ...(toDay(date) > draft.deadline ? { deadline: toDay(plusDays(date, DEADLINE_DAYS)) } : {}),
                  })
                }
              />
              <DateTimePicker
                label={t('create.deadline')}
                dayOnly
                required
                value={toDate(draft.deadline)}
                min={toDate(draft.start)}
                error={draft.deadline < draft.start ? t('create.dates_wrong') : undefined}
                onChange={(date) => date && change({ deadline: toDay(date) })}
              />
            </div>
            <Switch
              mt="lg"
              checked={draft.email}
              label={t('create.email')}
              description={t('create.email_hint')}
              onChange={(e) => change({ email: e.currentTarget.checked })}
            />
          </Section>
        </div>
        <Summary
          draft={draft}
          course={course}
          preview={preview}
          busy={assign.isPending}
          held={kept.unconfirmed}
          error={assign.error}
          onSubmit={submit}
        />
      </div>
    </>
  );
}
