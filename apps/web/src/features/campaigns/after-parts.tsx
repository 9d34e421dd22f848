import { Button, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { reached, type Reach } from '@sergak/contract/campaigns/campaigns.rules.ts';
import { MESSAGE_TEXT_MAX, MESSAGE_THEME_MAX } from '@sergak/contract/text.rules.ts';
import { USUAL_REMINDERS } from '@sergak/contract/learning/reminder.rules.ts';
import { PERIOD_MAX } from '@sergak/contract/learning/limits.rules.ts';
import { formatNumber } from '../../shared/format.ts';
import { NeededPart, useMissing } from '../../shared/forms/needed-form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { useAnonymous } from '../../shared/session.ts';
import { Select } from '../../shared/ui/select.tsx';
import css from './campaigns.module.css';
import type { AfterDraft } from './draft.ts';
import { lazy } from '../../shared/ui/lazy.tsx';

const CourseChooser = lazy(() => import('../library/public.ts').then((all) => ({ default: all.CourseChooser })));

const ReminderFields = lazy(() => import('../learning/public.ts').then((all) => ({ default: all.ReminderFields })));

export type AfterProps = {
  readonly draft: AfterDraft;
  readonly set: (patch: Partial<AfterDraft>) => void;
  /** Whether sentences of the form lead to these fields. */
  readonly fieldIds?: boolean;
};

/** Chooses the result from which something applies. */
export const ReachSelect = ({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Reach;
  onChange: (reach: Reach) => void;
}): ReactNode => {
  const t = useT('campaigns');
  return (
    <Select
      label={label}
      value={value}
      onChange={(next) => onChange(next as Reach)}
      data={reached.map((mark) => ({ value: mark, label: t(`reach.${mark}`) }))}
    />
  );
};

/** How many people of earlier campaigns would have got the course for opening alone, and the stricter choice as one click. */
const OpenedAlone = ({ set }: Pick<AfterProps, 'set'>): ReactNode => {
  const t = useT('campaigns');
  const earlier = useRead(
    'campaigns.list',
    { statuses: ['completed'], limit: 20, offset: 0 },
    { quiet: true, staleTime: 60_000 },
  );
  const results = (earlier.data?.data ?? []).flatMap((one) =>
    one.is_testing || !one.statistics ? [] : [one.statistics],
  );
  const people = results.reduce((sum, one) => sum + one.recipients, 0);
  if (people === 0) return null;
  const alone = results.reduce((sum, one) => sum + Math.max(0, one.opened - one.clicked), 0);
  return (
    <div className={css['opened-alone']}>
      <span>{t('after.opened_alone', { number: formatNumber(alone), people: formatNumber(people) })}</span>
      <Button variant="default" size="compact-md" onClick={() => set({ targetsAutoCourse: 'clicked' })}>
        {t('after.use_clicked')}
      </Button>
    </div>
  );
};

const CoursePart = ({ draft, set, fieldIds }: AfterProps): ReactNode => {
  const t = useT('campaigns');
  const missing = useMissing();
  const [choosing, setChoosing] = useState(false);
  return (
    <div className={css['nested']}>
      <NeededPart
        id={fieldIds ? 'campaign-course' : undefined}
        error={missing(draft.course === null, t('needed.course'))}
      >
        <div className={css['course']}>
          <span>{draft.course === null ? t('after.course_none') : draft.courseTitle}</span>
          <Button variant="default" onClick={() => setChoosing(true)}>
            {t('after.course_choose')}
          </Button>
        </div>
      </NeededPart>
      {choosing && (
        <Suspense fallback={null}>
          <CourseChooser
            opened
            chosen={draft.course === null ? [] : [draft.course]}
            onClose={() => setChoosing(false)}
            onChoose={([course]) => {
              if (course) set({ course: course.id, courseTitle: course.title });
              setChoosing(false);
            }}
          />
        </Suspense>
      )}
      <ReachSelect
        label={t('after.course_for')}
        value={draft.targetsAutoCourse}
        onChange={(targetsAutoCourse) => set({ targetsAutoCourse })}
      />
      {draft.targetsAutoCourse === 'opened' && <OpenedAlone set={set} />}
      <NumberInput
        label={t('after.period')}
        min={1}
        max={PERIOD_MAX}
        clampBehavior="strict"
        allowDecimal={false}
        value={draft.period}
        onChange={(value) => set({ period: typeof value === 'number' && value >= 1 ? value : draft.period })}
      />
      <Switch
        label={t('after.own_reminders')}
        description={t('after.own_reminders_hint')}
        checked={draft.reminders !== null}
        onChange={(e) => set({ reminders: e.currentTarget.checked ? USUAL_REMINDERS : null })}
      />
      {draft.reminders !== null && (
        <Suspense fallback={null}>
          <ReminderFields value={draft.reminders} onChange={(reminders) => set({ reminders })} />
        </Suspense>
      )}
    </div>
  );
};

const RedirectPart = ({ draft, set, fieldIds }: AfterProps): ReactNode => {
  const t = useT('campaigns');
  const missing = useMissing();
  const pages = useRead('phishing.redirect-pages', {}, { enabled: draft.enableRedirect });
  return (
    <div className={css['nested']} {...(fieldIds && { id: 'campaign-redirect' })}>
      <Select
        label={t('after.redirect_page')}
        withAsterisk
        value={draft.redirect_page}
        onChange={(redirect_page) => set({ redirect_page })}
        placeholder={pages.data?.data.length === 0 ? t('after.redirect_none') : t('commons:choose')}
        error={missing(draft.redirect_page === null, t('needed.redirect'))}
        data={(pages.data?.data ?? []).map((page) => ({ value: page.id, label: page.name }))}
      />
    </div>
  );
};

/** Follow-ups by result that can still be changed after launch: a course, a message, a page. */
export const AfterParts = ({ draft, set, fieldIds = true }: AfterProps): ReactNode => {
  const t = useT('campaigns');
  const missing = useMissing();
  const anonymous = useAnonymous();
  return (
    <>
      {/* The form of a repeated campaign may have it on. */}
      {(!anonymous || draft.hasAutoCourse) && (
        <Switch
          label={t('after.has_course')}
          description={t('after.has_course_hint')}
          checked={draft.hasAutoCourse}
          onChange={(e) => set({ hasAutoCourse: e.currentTarget.checked })}
        />
      )}
      {draft.hasAutoCourse && <CoursePart draft={draft} set={set} fieldIds={fieldIds} />}
      <Switch
        label={t('after.has_message')}
        description={t('after.has_message_hint')}
        checked={draft.hasMessage}
        onChange={(e) => set({ hasMessage: e.currentTarget.checked })}
      />
      {draft.hasMessage && (
        <div className={css['nested']}>
          <ReachSelect
            label={t('after.message_for')}
            value={draft.targetsMessage}
            onChange={(targetsMessage) => set({ targetsMessage })}
          />
          <TextInput
            {...(fieldIds && { id: 'campaign-message' })}
            label={t('after.theme')}
            withAsterisk
            error={missing(draft.theme.trim() === '')}
            maxLength={MESSAGE_THEME_MAX}
            value={draft.theme}
            onChange={(e) => set({ theme: e.currentTarget.value })}
          />
          <Textarea
            label={t('after.text')}
            withAsterisk
            error={missing(draft.text.trim() === '')}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={MESSAGE_TEXT_MAX}
            value={draft.text}
            onChange={(e) => set({ text: e.currentTarget.value })}
          />
        </div>
      )}
      <Switch
        label={t('after.has_redirect')}
        description={t('after.has_redirect_hint')}
        checked={draft.enableRedirect}
        onChange={(e) => set({ enableRedirect: e.currentTarget.checked })}
      />
      {draft.enableRedirect && <RedirectPart draft={draft} set={set} fieldIds={fieldIds} />}
    </>
  );
};
