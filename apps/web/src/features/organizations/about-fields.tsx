import { type ReactNode, useMemo } from 'react';
import { TextField } from '../../shared/forms/form.tsx';
import { SelectField, TextAreaField } from '../../shared/forms/more-fields.tsx';
import { languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { Section } from '../../shared/ui/section.tsx';
import { timeZones } from './hours.ts';
import css from './organization.module.css';

type Props = { zone: string; isNew?: boolean; /** This person may not change the time zone. */ zoneLocked?: boolean };

/** Name and location of an organisation; `zone` is its time zone, or the one suggested for a new organisation. */
export const AboutFields = ({ zone, isNew = false, zoneLocked = false }: Props): ReactNode => {
  const t = useT('organizations');
  const zones = useMemo(() => timeZones(zone), [zone]);
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
        <SelectField
          name="time_zone"
          disabled={zoneLocked}
          label={t('form.zone')}
          description={t('form.zone_hint')}
          searchable
          limit={60}
          data={zones}
          comboboxProps={{ withinPortal: false }}
          // Selects the text, so that typing searches for another zone instead of extending the current name.
          onFocus={(e) => e.currentTarget.select()}
          onClick={(e) => e.currentTarget.select()}
        />
      </div>
    </Section>
  );
};
