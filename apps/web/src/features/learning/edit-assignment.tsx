import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { ReminderRules } from '@sergak/contract/learning/learning.schema.ts';
import type { CompletionRule } from '@sergak/contract/scorm/scorm.schema.ts';
import type { CallOutput } from '../../shared/api.ts';
import { today } from '../../shared/format.ts';
import { DateField } from '../../shared/forms/date-field.tsx';
import { FormDialogFooter, TitleField } from '../../shared/forms/dialog-parts.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, useField, useForm } from '../../shared/forms/form.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import { CompletionRuleField, isRuleComplete } from '../scorm/public.ts';
import css from './admin.module.css';
import { faceOf } from './face.ts';
import { ReminderFields } from './reminder-fields.tsx';

type Values = {
  title: string;
  start_date: string;
  deadline: string;
  reminders: ReminderRules;
  /** null: a course of slides and quizzes. */
  completion_rule: CompletionRule | null;
};

const Rule = (): ReactNode => {
  const t = useT('scorm');
  const check = (rule: CompletionRule) => (isRuleComplete(rule) ? undefined : t('completion.score_wrong'));
  const { field } = useField<CompletionRule>({ name: 'completion_rule', check });
  return <CompletionRuleField value={field.value} onChange={field.onChange} />;
};

const Reminders = (): ReactNode => {
  const { field } = useField<ReminderRules>({ name: 'reminders' });
  return <ReminderFields value={field.value} onChange={field.onChange} />;
};

/** Title, dates and reminders of an assignment; the start can be changed only while it is in the future. */
export default function EditAssignment({
  one,
  onClose,
}: {
  one: CallOutput<'learning.assignment'>;
  onClose: () => void;
}): ReactNode {
  const t = useT('learning');
  const form = useForm<Values>({
    title: one.title,
    start_date: one.start_date,
    deadline: one.deadline,
    reminders: one.reminders,
    completion_rule: one.completion_rule,
  });
  const start = useWatch({ control: form.control, name: 'start_date' });
  const update = useWrite(faceOf(one.kind, 'update'), { tip: 'tips:assignment.update', quiet: true });
  const planned = one.status === 'planned';
  const save = ({ title, start_date, completion_rule, ...terms }: Values): void =>
    update.mutate(
      {
        id: one.id,
        title: title.trim(),
        ...(planned ? { start_date } : {}),
        ...terms,
        ...(completion_rule && { completion_rule }),
        version: one.version,
      },
      { onSuccess: onClose },
    );
  return (
    <Modal opened onClose={onClose} title={t('edit.title')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      <Form form={form} call="learning.update" onSubmit={save} className={css['stack']!}>
        <TitleField label={t('edit.name')} />
        {planned ? (
          <DateField
            name="start_date"
            label={t('create.start')}
            required
            min={today()}
            wrong={t('create.dates_wrong')}
          />
        ) : (
          <p className="quiet" style={{ margin: 0 }}>
            {t('edit.started')}
          </p>
        )}
        <DateField name="deadline" label={t('create.deadline')} required min={start} wrong={t('create.dates_wrong')} />
        {one.completion_rule !== null && <Rule />}
        <fieldset className={css['plain']!}>
          <legend>{t('create.reminders')}</legend>
          <Reminders />
        </fieldset>
        <FormError error={update.error} />
        <FormDialogFooter action={t('commons:save')} busy={update.isPending} onClose={onClose} />
      </Form>
    </Modal>
  );
}
