import { type ReactNode, useState } from 'react';
import type { Features } from '@sergak/contract/session/features.endpoints.ts';
import { FEATURE_FLAGS_MAX } from '@sergak/contract/session/features.rules.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, TextField, useForm } from '../../shared/forms/form.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { FormSaveBar } from '../../shared/forms/save-bar.tsx';
import { SwitchField } from '../../shared/forms/switch-field.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Section } from '../../shared/ui/section.tsx';
import css from './settings.module.css';

type Values = { analytics_enabled: boolean; analytics_id: string; analytics_id_2: string; feature_flags: string };

const namesOf = (text: string): string[] => text.split(/[\s,]+/).filter((name) => name !== '');
const valuesOf = ({ analytics_enabled, analytics_id, analytics_id_2, feature_flags }: Features): Values => ({
  analytics_enabled,
  analytics_id,
  analytics_id_2,
  feature_flags: feature_flags.join(', '),
});

/** Analytics ids and feature flags of the run-time configuration. */
export const FeaturesForm = ({ features }: { features: Features }): ReactNode => {
  const t = useT('settings');
  const form = useForm<Values>(valuesOf(features));
  const [version, setVersion] = useState(features.version);
  const save = useWrite('features.save', { quiet: true });
  const submit = ({ feature_flags, ...values }: Values): void =>
    save.mutate(
      { ...values, feature_flags: namesOf(feature_flags), version },
      {
        onSuccess: (saved) => {
          setVersion(saved.version);
          form.reset(valuesOf(saved));
          showToast({ kind: 'success', text: t('features.saved') });
        },
      },
    );
  return (
    <Section part="analytics" title={t('features.title')} hint={t('features.hint')}>
      <Form form={form} call="features.save" onSubmit={submit} className={css['stack']!}>
        <SwitchField name="analytics_enabled" label={t('features.enabled')} />
        <div className={css['fields']}>
          <TextField name="analytics_id" label={t('features.id')} wrong={t('features.id_wrong')} />
          <TextField name="analytics_id_2" label={t('features.id_2')} wrong={t('features.id_wrong')} />
          <TextField
            name="feature_flags"
            sent={namesOf}
            label={t('features.flags')}
            description={t('features.flags_hint', { most: FEATURE_FLAGS_MAX })}
            wrong={t('features.flags_wrong')}
          />
        </div>
        <FormError error={save.error} />
        <FormSaveBar busy={save.isPending} onDrop={save.reset} />
        <UnsavedGuard dirty={form.formState.isDirty} />
      </Form>
    </Section>
  );
};
