import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { scorePolicies, stepKinds } from '@sergak/contract/library/library.rules.ts';
import type { ModuleRow } from '@sergak/contract/library/library.schema.ts';
import { FormDialogFooter } from '../../shared/forms/dialog-parts.tsx';
import { Form, useForm } from '../../shared/forms/form.tsx';
import { SelectField } from '../../shared/forms/more-fields.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { SwitchField } from '../../shared/forms/switch-field.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import css from './editor.module.css';
import type { EditedStep } from './theme-steps.ts';

/** A page of modules; a search finds the others. */
const LIMIT = 200;

/** Settings of a quiz. An empty number means that there is no limit. */
const QuizFields = ({ questions }: { questions: number | null }): ReactNode => {
  const t = useT('library__editor');
  return (
    <div className={css['fields']}>
      <div className={css['pair']}>
        <NumberField name="pass_mark" path="steps.pass_mark" label={t('quiz.pass_mark')} />
        <NumberField
          name="attempts_limit"
          path="steps.attempts_limit"
          label={t('quiz.attempts')}
          placeholder={t('quiz.unlimited')}
          nullable
        />
        <NumberField
          name="draw_count"
          path="steps.draw_count"
          label={t('quiz.draw')}
          placeholder={t('quiz.all')}
          // An empty module is filled later.
          {...(questions !== null && questions > 0 && { max: questions })}
          {...(questions !== null && { description: t('quiz.draw_hint', { count: questions }) })}
          nullable
        />
        <NumberField
          name="time_limit_minutes"
          path="steps.time_limit_minutes"
          label={t('quiz.time')}
          placeholder={t('quiz.no_time')}
          nullable
        />
      </div>
      <SwitchField name="shuffle" label={t('quiz.shuffle')} />
    </div>
  );
};

/** A module in the list. Modules may share a title: their size and their courses tell them apart. */
const ModuleOption = ({ title, row, kind }: { title: string; row: ModuleRow | undefined; kind: string }): ReactNode => {
  const t = useT('library__editor');
  const size =
    row &&
    (kind === 'quiz'
      ? t('step.questions', { count: row.questions_count })
      : t('step.slides', { count: row.slides_count }));
  const courses = row?.courses.filter((one) => !one.archived).map((one) => one.title) ?? [];
  return (
    <span className={css['option']}>
      <span>{title}</span>
      {size && <small>{[size, ...courses].join(' · ')}</small>}
    </span>
  );
};

type Props = { step: EditedStep; isNew: boolean; onSave: (step: EditedStep) => void; onClose: () => void };

/** One step of a theme: its kind, the module or package, and the settings of a quiz. */
export default function StepDialog({ step, isNew, onSave, onClose }: Props): ReactNode {
  const t = useT('library__editor');
  const form = useForm<EditedStep>(step);
  const kind = form.watch('kind');
  const source = form.watch('source');
  const [search, setSearch] = useState('');
  const modules = useRead('library.modules', { limit: LIMIT, search }, { quiet: true }).data?.data ?? [];
  const packages = useRead('library.scorm-packages', {}, { quiet: true, enabled: kind === 'scorm' }).data?.data ?? [];
  const found = modules.find((one) => one.id === source);
  const count =
    found === undefined
      ? source === step.source
        ? step.count
        : null
      : kind === 'quiz'
        ? found.questions_count
        : found.slides_count;
  const options = (kind === 'scorm' ? packages : modules).map(({ id, title }) => ({ value: id, label: title }));
  // The chosen module may be missing on the page that a search shows.
  if (source !== '' && source === step.source && !options.some((one) => one.value === source))
    options.unshift({ value: source, label: step.title });
  const submit = (values: EditedStep): void =>
    onSave({
      ...step,
      ...values,
      title: options.find((one) => one.value === values.source)?.label ?? step.title,
      count: kind === 'scorm' ? null : count,
    });
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t(isNew ? 'step.new' : 'step.edit')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <Form form={form} call="library.create-theme" onSubmit={submit} className={css['fields']!}>
        <SegmentedControl
          aria-label={t('step.kind')}
          value={kind}
          onChange={(next) => {
            if ((next === 'scorm') !== (kind === 'scorm')) form.setValue('source', '', { shouldValidate: true });
            form.setValue('kind', next as EditedStep['kind'], { shouldDirty: true });
          }}
          data={stepKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <SelectField
          key={kind === 'scorm' ? 'package' : 'module'}
          name="source"
          label={t(kind === 'scorm' ? 'step.package' : 'step.module')}
          description={t(kind === 'scorm' ? 'step.package_hint' : 'step.module_hint')}
          required
          searchable
          data={options}
          nothingFoundMessage={t('step.nothing')}
          renderOption={({ option }) => (
            <ModuleOption title={option.label} row={modules.find((one) => one.id === option.value)} kind={kind} />
          )}
          {...(kind !== 'scorm' && { onSearchChange: setSearch })}
        />
        {kind !== 'scorm' && (
          <p className={css['quiet']}>
            <ScreenLink screen="learning.modules" target="_blank">
              {t('step.new_module')}
            </ScreenLink>
          </p>
        )}
        {kind === 'quiz' && <QuizFields questions={count} />}
        {kind === 'scorm' && (
          <SelectField
            name="score_policy"
            label={t('step.policy')}
            allowDeselect={false}
            data={scorePolicies.map((value) => ({ value, label: t(`policy.${value}`) }))}
          />
        )}
        <FormDialogFooter action={t(isNew ? 'step.add' : 'step.apply')} onClose={onClose} />
      </Form>
    </Modal>
  );
}
