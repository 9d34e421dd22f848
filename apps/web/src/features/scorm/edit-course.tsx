import { TagsInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { COVER_BYTES, LABEL_MAX, LABELS_MAX } from '@sergak/contract/library/library.rules.ts';
import type { ScorePolicy } from '@sergak/contract/library/library.schema.ts';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import type { ScormCourse } from '@sergak/contract/scorm/packages.schema.ts';
import { FormDialogFooter, TitleField } from '../../shared/forms/dialog-parts.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, useField, useForm } from '../../shared/forms/form.tsx';
import { SelectField, TextAreaField } from '../../shared/forms/more-fields.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { CompletionRuleField, isRuleComplete } from './completion-rule.tsx';
import css from './scorm.module.css';

const policies = ['highest', 'last', 'first', 'average'] as const satisfies readonly ScorePolicy[];
type Values = {
  title: string;
  description: string;
  /** null: not known. */
  minutes: number | null;
  score_policy: ScorePolicy;
  completion_rule: CompletionRule;
};

const Rule = ({ reports }: { reports: boolean }): ReactNode => {
  const t = useT('scorm');
  const check = (rule: CompletionRule) => (isRuleComplete(rule) ? undefined : t('completion.score_wrong'));
  const { field } = useField<CompletionRule>({ name: 'completion_rule', check });
  return <CompletionRuleField value={field.value} onChange={field.onChange} reports={reports} />;
};

const Properties = ({ course, onClose }: { course: ScormCourse; onClose: () => void }): ReactNode => {
  const t = useT('scorm');
  const { title, description, score_policy, completion_rule } = course;
  const minutes = course.minutes === 0 ? null : course.minutes;
  const form = useForm<Values>({ title, description, minutes, score_policy, completion_rule });
  const [labels, setLabels] = useState<string[]>([...course.tags]);
  const [picture, setPicture] = useState<File | null>(null);
  const update = useWrite('scorm.update-course', { tip: 'tips:scorm.saved', quiet: true });
  const save = ({ completion_rule: { by, score }, ...values }: Values): void => {
    const rule = { completion_by: by, ...(score === null ? {} : { completion_score: score }) };
    const input = {
      ...values,
      ...rule,
      minutes: values.minutes ?? 0,
      title: values.title.trim(),
      id: course.id,
      version: course.version,
    };
    // An empty list cannot be sent as repeated fields, so that it is one empty field.
    update.mutate(
      { ...input, tags: labels.length > 0 ? labels : '', ...(picture && { picture }) },
      {
        onSuccess: onClose,
      },
    );
  };
  return (
    <Form form={form} call="scorm.update-course" onSubmit={save} className={css['stack']!}>
      <TitleField label={t('edit.name')} />
      <TextAreaField name="description" label={t('edit.description')} />
      <NumberField name="minutes" label={t('edit.minutes')} nullable />
      <TagsInput
        label={t('edit.labels')}
        description={t('edit.labels_hint')}
        value={labels}
        maxTags={LABELS_MAX}
        maxLength={LABEL_MAX}
        onChange={setLabels}
      />
      <Rule reports={course.reports} />
      <SelectField
        name="score_policy"
        label={t('edit.score_policy')}
        data={policies.map((value) => ({ value, label: t(`policy.${value}`) }))}
        allowDeselect={false}
      />
      <FileDrop
        label={t('edit.picture')}
        accept={['.png', '.jpg', '.jpeg', '.webp']}
        maxBytes={COVER_BYTES}
        file={picture}
        onFile={setPicture}
        disabled={update.isPending}
      />
      <p className={css['quiet']}>{t('edit.published_hint')}</p>
      <FormError error={update.error} />
      <FormDialogFooter action={t('commons:save')} busy={update.isPending} onClose={onClose} />
    </Form>
  );
};

/** Title, description, labels, picture and rule of the score of a SCORM course. */
export const EditCourse = ({ id, onClose }: { id: string; onClose: () => void }): ReactNode => {
  const t = useT('scorm');
  const course = useRead('scorm.course', { id }, { quiet: true, staleTime: 0, fresh: true });
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={t('edit.title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      {course.data !== undefined ? (
        <Properties key={course.data.version} course={course.data} onClose={onClose} />
      ) : course.isError ? (
        <ErrorState onRetry={() => void course.refetch()} />
      ) : (
        <LoadingState />
      )}
    </Modal>
  );
};
