import type { ReactNode } from 'react';
import { attackVectors, difficulties, type AttackVector } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Template } from '@sergak/contract/phishing/phishing.schema.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { TextField } from '../../shared/forms/form.tsx';
import { SelectField, TextAreaField } from '../../shared/forms/more-fields.tsx';
import { languageNames } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import css from './phishing.module.css';

type Difficulty = Template['difficulty'];
export type TemplateValues = {
  name: string;
  description: string;
  category_id: string | null;
  attack_vector: AttackVector;
  /** `estimated` leaves the difficulty to the estimate. */
  difficulty: Difficulty | 'estimated';
  language: Language;
};

/** Fields of a template, new or stored. `estimate` is the difficulty by the marked red flags, if it is known. */
export const TemplateFields = ({ estimate }: { estimate?: Difficulty | undefined }): ReactNode => {
  const t = useT('phishing');
  const say = useT('phishing__templates');
  const categories = useRead('phishing.categories', {}, { quiet: true });
  const levels: { value: string; label: string }[] = difficulties.map((one) => ({
    value: one,
    label: t(`difficulty.${one}`),
  }));
  if (estimate !== undefined)
    levels.unshift({
      value: 'estimated',
      label: say('form.estimated_as', { difficulty: t(`difficulty.${estimate}`) }),
    });
  return (
    <div className={css['form']}>
      <TextField name="name" label={t('field.name')} />
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
      <SelectField name="difficulty" required label={say('form.difficulty')} data={levels} />
      <SelectField
        name="language"
        required
        label={say('form.language')}
        description={say('form.language_hint')}
        data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
      />
      <TextAreaField name="description" label={say('form.description')} />
    </div>
  );
};
