import type { ReactNode } from 'react';
import { attackVectors, difficulties, type AttackVector } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Template } from '@sergak/contract/phishing/phishing.schema.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { TextField } from '../../shared/forms/form.tsx';
import { SelectField, TextAreaField } from '../../shared/forms/more-fields.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import css from './phishing.module.css';

export type TemplateValues = {
  name: string;
  description: string;
  category_id: string | null;
  attack_vector: AttackVector;
  difficulty: Template['difficulty'];
};
const DESCRIPTION_MAX = 2000;

/** Fields of a template, new or stored. */
export const TemplateFields = (): ReactNode => {
  const t = useT('phishing');
  const own = useT('phishing__editor');
  const categories = useRead('phishing.categories', {}, { quiet: true });
  return (
    <div className={css['form']}>
      <TextField name="name" required label={t('field.name')} maxLength={TITLE_MAX} />
      <SelectField
        name="category_id"
        required
        label={t('field.category')}
        data={(categories.data?.data ?? []).map((one) => ({ value: one.id, label: one.title }))}
      />
      <SelectField
        name="attack_vector"
        required
        label={t('field.vector')}
        data={attackVectors.map((one) => ({ value: one, label: t(`vector.${one}`) }))}
      />
      <SelectField
        name="difficulty"
        required
        label={own('template.difficulty')}
        data={difficulties.map((one) => ({ value: one, label: t(`difficulty.${one}`) }))}
      />
      <TextAreaField name="description" label={own('template.description')} maxLength={DESCRIPTION_MAX} />
    </div>
  );
};
