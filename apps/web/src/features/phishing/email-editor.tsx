import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { countCues, phishScale } from '@sergak/contract/phishing/phish-scale.rules.ts';
import {
  isSenderAllowed,
  emailFaults,
  emailVariables,
  emailWarnings,
  type AttackVector,
  type Fault,
  SENDER_NAME_MAX,
  SUBJECT_MAX,
} from '@sergak/contract/phishing/phishing.rules.ts';
import type { Email, LandingPage } from '@sergak/contract/phishing/phishing.schema.ts';
import { domainOf, EMAIL_MAX, isEmail, TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { SaveBar } from '../../shared/forms/save-bar.tsx';
import { languageNames } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { AttachmentsField } from './attachments-field.tsx';
import { errorOf } from './fault-text.tsx';
import { HtmlEditor } from './html-editor.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { PremiseField } from './premise-field.tsx';
import { TipsField } from './tips-field.tsx';
import css from './phishing.module.css';

const START = '<p>{{first_name}}, …</p>\n<p><a href="{{link}}">…</a></p>\n{{tracking}}\n';
type Props = {
  templateId: string;
  vector: AttackVector;
  /** Null for a new email. */
  email: Email | null;
  pages: readonly LandingPage[];
  /** Language of a new email. */
  language?: Email['language'];
  onClose: () => void;
};
type Values = Pick<
  Email,
  | 'name'
  | 'language'
  | 'subject'
  | 'sender_name'
  | 'sender_address'
  | 'html'
  | 'attachments'
  | 'tips'
  | 'premise'
  | 'page_id'
>;

const emptyEmail = (pages: readonly LandingPage[], language: Email['language']): Values => ({
  name: '',
  language,
  subject: '',
  sender_name: '',
  sender_address: '',
  html: START,
  tips: [],
  premise: null,
  page_id: pages[0]?.id ?? null,
  attachments: [],
});
const valuesOf = ({
  name,
  language,
  subject,
  sender_name,
  sender_address,
  html,
  attachments,
  tips,
  premise,
  page_id,
}: Email): Values => ({
  name,
  language,
  subject,
  sender_name,
  sender_address,
  html,
  attachments,
  tips,
  premise,
  page_id,
});

type FieldsProps = {
  values: Values;
  set: (patch: Partial<Values>) => void;
  pages: readonly LandingPage[];
  faults: readonly Fault[];
  /** Not a translation: the difficulty is rated on the base. */
  base: boolean;
};
const Fields = ({ values, set, pages, faults, base }: FieldsProps): ReactNode => {
  const t = useT('phishing');
  const domains = useRead('phishing.domains', {}, { quiet: true });
  const sender = values.sender_address.trim();
  const foreign = domains.data !== undefined && isEmail(sender) && !isSenderAllowed(sender, domains.data.data);
  return (
    <div className={css['fields']}>
      <TextInput
        label={t('field.email_name')}
        withAsterisk
        maxLength={TITLE_MAX}
        value={values.name}
        onChange={(e) => set({ name: e.currentTarget.value })}
      />
      <TextInput
        label={t('field.subject')}
        withAsterisk
        maxLength={SUBJECT_MAX}
        value={values.subject}
        error={errorOf(faults, 'subject')}
        onChange={(e) => set({ subject: e.currentTarget.value })}
      />
      <TextInput
        label={t('field.sender_name')}
        withAsterisk
        maxLength={SENDER_NAME_MAX}
        value={values.sender_name}
        onChange={(e) => set({ sender_name: e.currentTarget.value })}
      />
      <TextInput
        label={t('field.sender_address')}
        withAsterisk
        maxLength={EMAIL_MAX}
        type="email"
        value={values.sender_address}
        list="sender-domains"
        description={
          domains.data && domains.data.data.length > 0
            ? t('field.domains', { domains: domains.data.data.slice(0, 4).join(', ') })
            : undefined
        }
        error={foreign ? t('field.sender_foreign', { domain: domainOf(sender) }) : undefined}
        onChange={(e) => set({ sender_address: e.currentTarget.value })}
      />
      <Select
        label={t('field.language')}
        value={values.language}
        onChange={(language) => set({ language: language as Values['language'] })}
        data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
      />
      <Select
        label={t('field.page')}
        value={values.page_id}
        onChange={(page_id) => set({ page_id })}
        clearable
        placeholder={t('field.no_page')}
        data={pages.map((page) => ({ value: page.id, label: page.name }))}
        clearButtonProps={{ 'aria-label': t('field.no_page') }}
      />
      <AttachmentsField value={values.attachments} faults={faults} onChange={(attachments) => set({ attachments })} />
      <TipsField value={values.tips} onChange={(tips) => set({ tips })} />
      {base && (
        <PremiseField
          value={values.premise}
          onChange={(premise) => set({ premise })}
          scale={phishScale(countCues(values.tips, values.html), values.premise)}
        />
      )}
    </div>
  );
};

/** Edits an email: sender, subject, HTML and red flags. */
export const EmailEditor = ({ templateId, vector, email, pages, language = 'ru', onClose }: Props): ReactNode => {
  const t = useT('phishing');
  const [start] = useState<Values>(() => (email ? valuesOf(email) : emptyEmail(pages, language)));
  const [values, setValues] = useState(start);
  const [version, setVersion] = useState(email?.version);
  const create = useWrite('phishing.email-create', { tip: 'tips:email.created', quiet: true });
  const update = useWrite('phishing.email-update', { tip: 'tips:email.updated', quiet: true });
  const faults = useMemo(() => emailFaults(vector, values), [vector, values]);
  const warnings = useMemo(() => emailWarnings(values.html), [values.html]);
  const busy = create.isPending || update.isPending;
  const saved = create.isSuccess || update.isSuccess;
  const filled = [values.name, values.subject, values.sender_name, values.sender_address].every(
    (one) => one.trim() !== '',
  );
  const changes = (Object.keys(values) as (keyof Values)[]).filter((name) => values[name] !== start[name]).length;
  const save = (): void => {
    const sent = { ...values, tips: values.tips.filter((tip) => tip.text.trim() !== '') };
    if (email) update.mutate({ id: email.id, version, ...sent }, { onSuccess: onClose });
    else create.mutate({ template_id: templateId, ...sent }, { onSuccess: onClose });
  };
  return (
    <div className={css['editing']}>
      <UnsavedGuard dirty={!saved && values !== start} />
      <Fields
        values={values}
        set={(patch) => setValues((now) => ({ ...now, ...patch }))}
        pages={pages}
        faults={faults}
        base={!email?.translation_of}
      />
      <HtmlEditor
        kind="email"
        label={t('field.html')}
        value={values.html}
        variables={emailVariables}
        faults={faults.filter((one) => one.field === 'html')}
        warnings={warnings}
        onChange={(html) => setValues((now) => ({ ...now, html }))}
        pictures={{ template_id: templateId }}
        onReplaced={({ versions }) => setVersion((now) => versions.find(({ id }) => id === email?.id)?.version ?? now)}
      />
      <FormError error={create.error ?? update.error} />
      <SaveBar
        changes={changes}
        stays
        busy={busy}
        action={t('editor.save_email')}
        reason={
          filled
            ? faults.length > 0
              ? { text: t('commons:save_bar.wrong') }
              : undefined
            : { text: t('commons:save_bar.required') }
        }
        onSave={save}
        onDrop={onClose}
      />
    </div>
  );
};
