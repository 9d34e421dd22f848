import { Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isAnyoneSelected, nobody } from '@sergak/contract/employees/people-selection.rules.ts';
import type { PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import { selectionOfLists } from '@sergak/contract/employees/people-selection.wire.ts';
import { DEADLINE_DAYS } from '@sergak/contract/learning/limits.rules.ts';
import type { ReminderRules } from '@sergak/contract/learning/learning.schema.ts';
import { USUAL_REMINDERS } from '@sergak/contract/learning/reminder.rules.ts';
import { reportBulkResult } from '../../shared/bulk.ts';
import { formatDate, formatNumber, toDate, toIsoDay, today } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { DraftNotice } from '../../shared/forms/draft-notice.tsx';
import { useDraft } from '../../shared/forms/guard.tsx';
import { NeededForm, NeededPart, useNeededForm } from '../../shared/forms/needed-form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { DateTimePicker } from '../../shared/ui/date-time-picker.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { isRuleComplete } from '../scorm/public.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import css from './admin.module.css';
import { CourseChoice, type Course, useCourses } from './assign-course.tsx';
import { AssignRules, type Rules } from './assign-rules.tsx';
import { ReminderFields } from './reminder-fields.tsx';
import { PeopleChooser, useAssignmentPreview } from './people-choice.tsx';

const usual = { course: '' } as const;
const plusDays = (date: Date, days: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
type Draft = {
  courses: readonly string[];
  people: PeopleSelection;
  start: string;
  deadline: string;
  email: boolean;
  /** null: those that new assignments of the organisation start with. */
  reminders: ReminderRules | null;
  /** Rules of SCORM courses that differ from those of the course, by its id. */
  rules: Rules;
};
const fresh = (): Draft => ({
  courses: [],
  people: nobody,
  start: today(),
  deadline: today(DEADLINE_DAYS),
  email: true,
  reminders: null,
  rules: {},
});
/** Older drafts name the people by lists of ids. */
type StoredPeople = PeopleSelection | Parameters<typeof selectionOfLists>[0];
const readPeople = (stored: StoredPeople): PeopleSelection => ('ids' in stored ? stored : selectionOfLists(stored));
/** Keeps only courses and people of a draft that would start in the past; fills in what an older draft lacks. */
const restoreDraft = (kept: Partial<Draft> | null): Draft => {
  const courses = kept?.courses ?? [];
  const people = readPeople(kept?.people ?? nobody);
  return kept?.start === undefined || kept.start < today()
    ? { ...fresh(), courses, people }
    : { ...fresh(), ...kept, people };
};

const Summary = ({
  draft,
  courses,
  preview,
  busy,
  held,
  error,
  onSubmit,
}: {
  draft: Draft;
  courses: readonly Course[];
  preview: ReturnType<typeof useAssignmentPreview>;
  busy: boolean;
  /** Whether there is an earlier draft that the user has not opened yet. */
  held: boolean;
  error: unknown;
  onSubmit: () => void;
}): ReactNode => {
  const t = useT('learning');
  const none = !isAnyoneSelected(draft.people);
  const counting = !none && preview === undefined;
  const add = none ? 0 : (preview?.to_add ?? 0);
  const have = none || preview === undefined ? 0 : preview.people - preview.to_add;
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
          <dd>
            {courses.length === 0 ? (
              <span className="quiet">{t('summary.not_chosen')}</span>
            ) : (
              courses.map((course) => course.title).join(', ')
            )}
          </dd>
        </div>
        <div aria-live="polite">
          <dt>{t('summary.people')}</dt>
          <dd>
            {none ? (
              <span className="quiet">{t('summary.nobody')}</span>
            ) : counting ? (
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
        blocked={(held && t('commons:draft.check')) || (counting && t('people.add_counting'))}
        onClick={onSubmit}
      >
        {add > 0 ? t('summary.submit', { count: add, number: formatNumber(add) }) : t('summary.submit_none')}
      </ActionButton>
    </aside>
  );
};

const Dates = ({ draft, change }: { draft: Draft; change: (patch: Partial<Draft>) => void }): ReactNode => {
  const t = useT('learning');
  return (
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
              start: toIsoDay(date),
              ...(toIsoDay(date) > draft.deadline ? { deadline: toIsoDay(plusDays(date, DEADLINE_DAYS)) } : {}),
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
          onChange={(date) => date && change({ deadline: toIsoDay(date) })}
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
  );
};

/** Shows the result and opens the new assignment, or the list if there are several. */
const useAssign = (courses: readonly Course[], onDone: () => void) => {
  const t = useT('learning');
  const go = useGo();
  const assign = useWrite('learning.bulk-assign', { quiet: true });
  const run = (draft: Draft, reminders: ReminderRules): void =>
    assign.mutate(
      {
        course_ids: courses.map((course) => course.id),
        selection: draft.people,
        start_date: draft.start,
        deadline: draft.deadline,
        need_message: draft.email,
        reminders,
        completion_rules: courses.flatMap(({ id, kind }) =>
          kind === 'scorm' && draft.rules[id] ? [{ course_id: id, completion_rule: draft.rules[id] }] : [],
        ),
      },
      {
        onSuccess: ({ data, skipped_courses }) => {
          const only = data.length === 1 ? data[0] : undefined;
          for (const made of data.filter((one) => one.task_id !== undefined || one === only))
            reportBulkResult('learning.bulk-assign', made, {
              kind: 'enrol_people',
              about: made.course.title,
              done: t('tips:course.assign'),
            });
          if (data.length > 1) showToast({ kind: 'success', text: t('tips:course.assign_many') });
          if (skipped_courses.length > 0) {
            const titles = skipped_courses.map((course) => course.title).join(', ');
            showToast({ kind: 'info', text: t('create.skipped', { titles }) });
          }
          onDone();
          if (only) go({ screen: 'learning.assigned-one', params: { course_id: only.id } });
          else go({ screen: 'learning.assigned' });
        },
      },
    );
  return { run, busy: assign.isPending, error: assign.error };
};

/** Assigns courses to people: which courses, to whom, and when; the summary is next to the form. */
export default function AssignScreen(): ReactNode {
  const t = useT('learning');
  const me = useMe();
  const [search, setSearch] = useSearchState(usual);
  const kept = useDraft<Draft>(`assign.${me.id}`);
  const [draft, setDraft] = useState<Draft>(() => restoreDraft(kept.kept));
  const ids = search.course === '' ? draft.courses : search.course.split(',');
  const courses = useCourses(ids);
  const only = ids.length === 1 ? ids[0]! : '';
  const preview = useAssignmentPreview(draft.people, only === '' ? {} : { course_id: only });
  const { run, busy, error } = useAssign(courses, kept.forget);
  const toAdd = isAnyoneSelected(draft.people) ? preview?.to_add : 0;
  const needed = useNeededForm(
    courses.length > 0 &&
      toAdd !== 0 &&
      draft.deadline >= draft.start &&
      Object.values(draft.rules).every(isRuleComplete),
  );
  const defaults = useRead('learning.default-reminders', {}, { quiet: true });
  const reminders = draft.reminders ?? defaults.data?.reminders ?? USUAL_REMINDERS;
  const change = (patch: Partial<Draft>): void => {
    const next = { ...draft, courses: ids, ...patch };
    setDraft(next);
    kept.save(next);
  };
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
        spaced
        draft={kept}
        onRestart={() => {
          kept.forget();
          setDraft(restoreDraft(null));
          setSearch({ course: '' }, { replace: true });
        }}
      />
      <div className={css['assign']}>
        <NeededForm form={needed} className={css['form']}>
          <CourseChoice
            courses={courses}
            onChoose={(chosen) => {
              setSearch({ course: '' }, { replace: true });
              change({ courses: chosen });
            }}
          />
          <Section title={t('create.people')} hint={t('create.people_hint')}>
            <NeededPart
              error={
                needed.shown && toAdd === 0
                  ? t(isAnyoneSelected(draft.people) ? 'summary.all_have' : 'commons:blocked.people')
                  : undefined
              }
            >
              <PeopleChooser
                label={t('create.people')}
                value={draft.people}
                onChange={(people) => change({ people })}
                count={toAdd}
                courseId={only}
              />
            </NeededPart>
          </Section>
          <AssignRules courses={courses} rules={draft.rules} onChange={(rules) => change({ rules })} />
          <Dates draft={draft} change={change} />
          <Section title={t('create.reminders')} hint={t('create.reminders_hint')}>
            <ReminderFields value={reminders} onChange={(next) => change({ reminders: next })} />
          </Section>
        </NeededForm>
        <Summary
          draft={draft}
          courses={courses}
          preview={preview}
          busy={busy}
          held={kept.unconfirmed}
          error={error}
          onSubmit={() => needed.check() && run(draft, reminders)}
        />
      </div>
    </>
  );
}
