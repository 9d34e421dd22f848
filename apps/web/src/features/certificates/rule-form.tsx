import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { certificateModes } from '@sergak/contract/certificates/certificates.rules.ts';
import type { CertificateRule } from '@sergak/contract/certificates/certificates.schema.ts';
import { formatNumber } from '../../shared/format.ts';
import { FormDialogFooter } from '../../shared/forms/dialog-parts.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, useForm } from '../../shared/forms/form.tsx';
import { SelectField } from '../../shared/forms/more-fields.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { SwitchField } from '../../shared/forms/switch-field.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { followTask } from '../../shared/tasks.ts';
import { showToast } from '../../shared/toasts.ts';
import css from './certificates.module.css';

type Values = {
  mode: string | null;
  valid_months: number | string | null;
  remind_days: number | string;
  reassign: boolean;
};

/** Offers to issue the certificates of people who completed the course before its rule gave them one. */
const Missing = ({ rule, onClose }: { rule: CertificateRule; onClose: () => void }): ReactNode => {
  const t = useT('certificates');
  const issue = useWrite('certificates.issue-missing');
  const count = { count: rule.missing, number: formatNumber(rule.missing) };
  const send = (): void =>
    issue.mutate(
      { id: rule.course.id },
      {
        onSuccess: ({ task_id }) => {
          followTask({
            id: task_id,
            label: t('rule.issuing', { course: rule.course.title }),
            touches: ['certificates'],
          });
          onClose();
        },
      },
    );
  return (
    <div className={css['missing']} role="status">
      <span>{t('rule.missing', count)}</span>
      <Button variant="light" loading={issue.isPending} onClick={send}>
        {t('rule.issue', count)}
      </Button>
    </div>
  );
};

/** The rule of one course, and the certificates that it lacks. */
export const RuleForm = ({ rule, onClose }: { rule: CertificateRule; onClose: () => void }): ReactNode => {
  const t = useT('certificates');
  const form = useForm<Values>({
    mode: rule.mode,
    valid_months: rule.valid_months,
    remind_days: rule.remind_days,
    reassign: rule.reassign,
  });
  const save = useWrite('certificates.save-rule', { quiet: true });
  const months = useWatch({ control: form.control, name: 'valid_months' });
  const limited = months !== null;
  const send = (values: Values): void =>
    save.mutate(
      {
        id: rule.course.id,
        mode: values.mode as CertificateRule['mode'],
        valid_months: limited ? Number(values.valid_months) : null,
        remind_days: Number(values.remind_days),
        reassign: limited && values.reassign,
        version: rule.version,
      },
      {
        onSuccess: ({ missing }) => {
          showToast({ kind: 'success', text: t('rule.saved') });
          if (missing === 0) onClose(); // otherwise the dialog offers to issue the missing certificates
        },
      },
    );
  const changed = form.formState.isDirty;
  const auto = t(rule.has_quiz ? 'rule.auto_yes' : rule.has_test ? 'rule.auto_package' : 'rule.auto_no');
  return (
    <Form form={form} call="certificates.save-rule" onSubmit={send} className={css['stack']!}>
      <SelectField
        name="mode"
        label={t('rule.enabled')}
        required
        data={certificateModes.map((value) => ({ value, label: value === 'auto' ? auto : t(`rule.${value}`) }))}
      />
      <NumberField name="valid_months" label={t('rule.months')} description={t('rule.months_hint')} nullable />
      {limited && (
        <>
          <NumberField name="remind_days" label={t('rule.remind_days')} description={t('rule.remind_hint')} />
          <SwitchField name="reassign" label={t('rule.reassign')} />
        </>
      )}
      <p className={css['note']}>{t('rule.note')}</p>
      {rule.missing > 0 && !changed && <Missing rule={rule} onClose={onClose} />}
      <FormError error={save.error} />
      <FormDialogFooter action={t('commons:save')} busy={save.isPending} onClose={onClose} />
    </Form>
  );
};
