import type { ReactNode } from 'react';
import { TextField } from '../../shared/forms/form.tsx';
import { SelectField, TextAreaField } from '../../shared/forms/more-fields.tsx';
import { languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Section } from '../../shared/ui/section.tsx';
import css from './organization.module.css';
import { TimeZoneField } from './time-zone-field.tsx';

type Props = { zone: string; isNew?: boolean; /** This person may not change the time zone. */ zoneLocked?: boolean };

/** Name and location of an organisation; `zone` is its time zone, or the one suggested for a new organisation. */
export const AboutFields = ({ zone, isNew = false, zoneLocked = false }: Props): ReactNode => {
  const t = useT('organizations');
  return (
    <Section part="about" title={t('form.about')}>
      <div className={css['fields']}>
        <TextField name="title" label={t('form.name')} description={t('form.name_hint')} className={css['wide']!} />
        {!isNew && (
          <TextAreaField name="description" label={t('form.description')} minRows={2} className={css['wide']!} />
        )}
        <SelectField
          name="language"
          label={t('form.language')}
          description={t(isNew ? 'create.language_hint' : 'form.language_hint')}
          data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
        />
        <TimeZoneField kept={zone} label={t('form.zone')} description={t('form.zone_hint')} disabled={zoneLocked} />
      </div>
    </Section>
  );
};
