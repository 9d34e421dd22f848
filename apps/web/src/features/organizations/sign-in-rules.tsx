import { type ReactNode, useState } from 'react';
import type { Organization } from '@sergak/contract/organizations/organizations.schema.ts';
import { call } from '../../shared/api.ts';
import { Form, useForm } from '../../shared/forms/form.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { FormSaveBar } from '../../shared/forms/save-bar.tsx';
import { SaveError } from '../../shared/forms/save-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { refresh, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { Section } from '../../shared/ui/section.tsx';
import { SwitchField } from '../../shared/forms/switch-field.tsx';
import css from './sign-in.module.css';

type Values = Pick<Organization, 'consent_required' | 'reveal_unknown_email'>;
const valuesOf = ({ consent_required, reveal_unknown_email }: Organization): Values => ({
  consent_required,
  reveal_unknown_email,
});

/** Consent at the first sign-in, and the response to an unknown address. */
export const SignInRules = ({ organization, may }: { organization: Organization; may: boolean }): ReactNode => {
  const t = useT('organizations__sign_in');
  const form = useForm<Values>(valuesOf(organization));
  const [version, setVersion] = useState(organization.version);
  const save = useWrite('organizations.save', { quiet: true });
  const accept = (stored: Organization): void => {
    setVersion(stored.version);
    form.reset(valuesOf(stored));
  };
  const write = (values: Values, over: number): void =>
    save.mutate(
      { ...values, version: over },
      {
        onSuccess: (stored) => {
          accept(stored);
          showToast({ kind: 'success', text: t('rules.saved') });
        },
      },
    );
  const current = () => call('organizations.get', { id: organization.id });
  const takeTheirs = async (): Promise<void> => {
    accept(await current());
    save.reset();
    await refresh('organizations');
  };
  return (
    <Section part="rules" title={t('rules.title')}>
      <Form form={form} onSubmit={(values) => write(values, version)} className={css['switches']!}>
        <SwitchField
          name="consent_required"
          disabled={!may}
          label={t('rules.consent')}
          description={t('rules.consent_hint')}
        />
        <SwitchField
          name="reveal_unknown_email"
          disabled={!may}
          label={t('rules.reveal')}
          description={t('rules.reveal_hint')}
        />
        <SaveError
          error={save.error}
          busy={save.isPending}
          onTheirs={() => void takeTheirs()}
          onMine={() => void current().then((stored) => write(form.getValues(), stored.version))}
        />
        <FormSaveBar busy={save.isPending} onDrop={save.reset} />
        <UnsavedGuard dirty={form.formState.isDirty} />
      </Form>
    </Section>
  );
};
