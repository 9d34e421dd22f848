import type { ReactNode } from 'react';
import { MINUTES_MAX } from '@sergak/contract/library/library.rules.ts';
import type { CourseDetail } from '@sergak/contract/library/library.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { TextField } from '../../shared/forms/form.tsx';
import { SelectField, TextAreaField } from '../../shared/forms/more-fields.tsx';
import { NumberField } from '../../shared/forms/number-field.tsx';
import { maxLength } from '../../shared/forms/rules.ts';
import { languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './editor.module.css';

export type CourseValues = { title: string; description: string; minutes: number; language: Language };
export const valuesOf = ({ title, description, minutes, language }: CourseDetail): CourseValues => ({
  title,
  description,
  minutes,
  language,
});
const DESCRIPTION_MAX = 2000;

/** The properties of a course, inside a form. */
export const CourseFields = (): ReactNode => {
  const t = useT('library__editor');
  return (
    <div className={css['fields']}>
      <TextField
        name="title"
        label={t('field.title')}
        required
        check={maxLength(TITLE_MAX)}
        values={{ max: TITLE_MAX }}
      />
      <TextAreaField
        name="description"
        label={t('field.description')}
        description={t('field.description_hint')}
        check={maxLength(DESCRIPTION_MAX)}
        values={{ max: DESCRIPTION_MAX }}
      />
      <div className={css['pair']}>
        <NumberField
          name="minutes"
          label={t('field.minutes')}
          min={1}
          max={MINUTES_MAX}
          wrong={t('field.range', { min: 1, max: MINUTES_MAX })}
        />
        <SelectField
          name="language"
          label={t('field.language')}
          allowDeselect={false}
          data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
        />
      </div>
    </div>
  );
};
