import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import {
  certificateModes,
  REMIND_DAYS_MAX,
  VALID_MONTHS_MAX,
} from '@sergak/contract/certificates/certificates.rules.ts';
import type { CertificateRule } from '@sergak/contract/certificates/certificates.schema.ts';
import { FormDialogFooter } from '../../shared/forms/dialog-parts.tsx';
import { Form, FormError, useForm } from '../../shared/forms/form.tsx';
import { SelectField } from '../../shared/forms/more-fields.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { SwitchField } from '../../shared/forms/switch-field.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { LoadingState, PartFailed } from '../../shared/ui/states.tsx';
import css from './certificates.module.css';

const COURSES = 200;
type Values = { mode: string | null; valid_months: number | string; remind_days: number | string; reassign: boolean };

const RuleForm = ({ rule, onClose }: { rule: CertificateRule; onClose: () => void }): ReactNode => {
  const t = useT('certificates');
  const form = useForm<Values>({
    mode: rule.mode,
    valid_months: rule.valid_months ?? '',
    remind_days: rule.remind_days,
    reassign: rule.reassign,
  });
  const save = useWrite('certificates.save-rule', { quiet: true });
  const months = useWatch({ control: form.control, name: 'valid_months' });
  const limited = months !== '' && months !== null;
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
        onSuccess: () => {
          showToast({ kind: 'success', text: t('rule.saved') });
          onClose();
        },
      },
    );
  const auto = t(rule.has_test ? 'rule.auto_yes' : 'rule.auto_no');
  return (
    <Form form={form} onSubmit={send} className={css['stack']!}>
      <SelectField
        name="mode"
        label={t('rule.enabled')}
        required
        data={certificateModes.map((value) => ({ value, label: value === 'auto' ? auto : t(`rule.${value}`) }))}
      />
      <NumberField
        name="valid_months"
        label={t('rule.months')}
        description={t('rule.months_hint')}
        min={1}
        max={VALID_MONTHS_MAX}
        optional
        wrong={t('rule.between', { min: 1, max: VALID_MONTHS_MAX })}
      />
      {limited && (
        <>
          <NumberField
            name="remind_days"
            label={t('rule.remind_days')}
            description={t('rule.remind_hint')}
            min={1}
            max={REMIND_DAYS_MAX}
            wrong={t('rule.between', { min: 1, max: REMIND_DAYS_MAX })}
          />
          <SwitchField name="reassign" label={t('rule.reassign')} />
        </>
      )}
      <p className={css['note']}>{t('rule.note')}</p>
      <FormError error={save.error} />
      <FormDialogFooter action={t('commons:save')} busy={save.isPending} onClose={onClose} />
    </Form>
  );
};

const Rule = ({ courseId, onClose }: { courseId: string; onClose: () => void }): ReactNode => {
  const t = useT('certificates');
  const rule = useRead('certificates.rule', { id: courseId }, { quiet: true, fresh: true });
  if (rule.data !== undefined) return <RuleForm key={rule.data.version} rule={rule.data} onClose={onClose} />;
  return rule.isError ? <PartFailed text={t('rule.failed')} onRetry={() => void rule.refetch()} /> : <LoadingState />;
};

/** Which courses give certificates, and for how long: one course at a time. */
export default function RulesDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT('certificates');
  const [course, setCourse] = useState<string | null>(null);
  const courses = useRead('library.courses', { limit: COURSES, offset: 0 }, { quiet: true });
  return (
    <Modal opened onClose={onClose} title={t('rule.title')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      <div className={css['stack']}>
        <Select
          label={t('rule.course')}
          placeholder={t('rule.choose')}
          searchable
          value={course}
          onChange={setCourse}
          nothingFoundMessage={t('rule.none')}
          data={(courses.data?.data ?? []).map((one) => ({ value: one.id, label: one.title }))}
        />
        {course !== null && <Rule key={course} courseId={course} onClose={onClose} />}
      </div>
    </Modal>
  );
}
