import { TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { countCues, phishScale, withoutEmptyTips, withoutTip } from '@sergak/contract/phishing/phish-scale.rules.ts';
import { emailWarnings, foreignWarnings } from '@sergak/contract/phishing/email-warnings.rules.ts';
import {
  isSenderAllowed,
  emailFaults,
  emailVariables,
  markWarnings,
  type AttackVector,
  type Fault,
  SENDER_NAME_MAX,
  SUBJECT_MAX,
} from '@sergak/contract/phishing/phishing.rules.ts';
import type { Email, LandingPage } from '@sergak/contract/phishing/phishing.schema.ts';
import { domainOf, EMAIL_MAX, isEmail, TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { failedWith } from '../../shared/api-error.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useLeaving } from '../../shared/forms/leaving.tsx';
import { SaveBar } from '../../shared/forms/save-bar.tsx';
import { languageNames } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { AttachmentsField } from './attachments-field.tsx';
import { startHtml } from './editor/start-html.ts';
import { EmailRepairs } from './email-repairs.tsx';
import { errorOf } from './fault-text.tsx';
import { importOf } from './import-memory.ts';
import { HtmlEditor } from './html-editor.tsx';
import { Select } from '../../shared/ui/select.tsx';
import { PremiseField } from './premise-field.tsx';
import { SendToSelf } from './send-to-self.tsx';
import { TipsField } from './tips-field.tsx';
import { type ShownField, TextStale } from './text-stale.tsx';
import { changedOf, storedId, useHtmlSaving } from './use-html-saving.ts';
import css from './phishing.module.css';

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

const emptyEmail = (pages: readonly LandingPage[], language: Email['language'], html: string): Values => ({
  name: '',
  language,
  subject: '',
  sender_name: '',
  sender_address: '',
  html,
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

type PartProps = { values: Values; set: (patch: Partial<Values>) => void; faults: readonly Fault[] };
type FieldsProps = PartProps & {
  pages: readonly LandingPage[];
  translation: boolean;
  /** The stored email, for which a page can be added. */
  stored: Email | null;
  templateId: string;
};
const Fields = ({ values, set, pages, faults, translation, stored, templateId }: FieldsProps): ReactNode => {
  const t = useT('phishing');
  const domains = useRead('phishing.domains', {}, { quiet: true });
  const sender = values.sender_address.trim();
  const foreign = domains.data !== undefined && isEmail(sender) && !isSenderAllowed(sender, domains.data.data);
  return (
    <div className={`${css['fields']} ${css['email-fields']}`}>
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
        error={errorOf(faults, 'sender_name')}
        onChange={(e) => set({ sender_name: e.currentTarget.value })}
      />
      <TextInput
        label={t('field.sender_address')}
        withAsterisk
        maxLength={EMAIL_MAX}
        type="email"
        value={values.sender_address}
        list="sender-domains"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={
          translation
            ? t('field.sender_translation')
            : domains.data && domains.data.data.length > 0
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
      <div>
        <Select
          label={t('field.page')}
          value={values.page_id}
          onChange={(page_id) => set({ page_id })}
          clearable
          placeholder={t('field.no_page')}
          data={pages.map((page) => ({ value: page.id, label: page.name }))}
          clearButtonProps={{ 'aria-label': t('field.no_page') }}
        />
        {stored !== null && !translation && values.page_id === null && (
          <ButtonLink
            screen="phishing.page-create"
            params={{ template_id: templateId }}
            search={{ email: stored.id }}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
          >
            {t('template.add_page')}
          </ButtonLink>
        )}
      </div>
    </div>
  );
};

/** What belongs to the text of the email: attachments, red flags, and the difficulty unless it is a translation. */
const Belongings = ({
  values,
  set,
  faults,
  base,
  onRemoveTip,
}: PartProps & { base: boolean; onRemoveTip: (n: number) => void }): ReactNode => (
  <div className={css['fields']}>
    <AttachmentsField value={values.attachments} faults={faults} onChange={(attachments) => set({ attachments })} />
    <TipsField value={values.tips} onChange={(tips) => set({ tips })} onRemove={onRemoveTip} />
    {base && (
      <PremiseField
        value={values.premise}
        onChange={(premise) => set({ premise })}
        scale={phishScale(countCues(values.tips, values.html), values.premise)}
      />
    )}
  </div>
);

type StaleProps = Omit<ComponentProps<typeof TextStale>, 'fields'> & { start: Values; theirs: Values; mine: Values };
const EmailStale = ({ start, theirs, mine, ...rest }: StaleProps): ReactNode => {
  const t = useT('phishing');
  const all = [start, theirs, mine] as const;
  const field = (key: string, label: string, read: (values: Values) => string): ShownField => {
    const [was, now, own] = all.map(read) as [string, string, string];
    return [key, label, was, now, own];
  };
  return (
    <TextStale
      fields={[
        field('name', t('field.email_name'), (one) => one.name),
        field('subject', t('field.subject'), (one) => one.subject),
        field('sender_name', t('field.sender_name'), (one) => one.sender_name),
        field('sender_address', t('field.sender_address'), (one) => one.sender_address),
        field('tips', t('template.tips'), (one) => one.tips.map((tip) => tip.text).join('; ')),
        field('html', t('field.html'), (one) => one.html),
      ]}
      {...rest}
    />
  );
};

/** Edits an email: sender, subject, HTML and red flags. */
export const EmailEditor = ({ templateId, vector, email, pages, language = 'ru', onClose }: Props): ReactNode => {
  const t = useT('phishing');
  const say = useT('phishing__editor');
  const [start, setStart] = useState<Values>(() =>
    email ? valuesOf(email) : emptyEmail(pages, language, startHtml('email', say)),
  );
  const [values, setValues] = useState(start);
  const { base, theirs, reject, keep, take, follow } = useHtmlSaving('phishing.email', email);
  const create = useWrite('phishing.email-create', { tip: 'tips:email.created', quiet: true });
  const update = useWrite('phishing.email-update', { tip: 'tips:email.updated', quiet: true });
  const faults = useMemo(() => emailFaults(vector, values), [vector, values]);
  const warnings = useMemo(
    () => [
      ...foreignWarnings('subject', values.subject),
      ...foreignWarnings('sender_name', values.sender_name),
      ...emailWarnings(values.html),
      ...markWarnings(values.html, values.tips.length),
    ],
    [values.subject, values.sender_name, values.html, values.tips.length],
  );
  const busy = create.isPending || update.isPending;
  const tipTexts = useMemo(() => values.tips.map((tip) => tip.text), [values.tips]);
  const set = (patch: Partial<Values>): void => setValues((now) => ({ ...now, ...patch }));
  const removeTip = (n: number): void =>
    setValues((now) => ({
      ...now,
      tips: now.tips.filter((_, at) => at !== n - 1),
      html: withoutTip(now.html, n),
    }));
  const filled = [values.name, values.subject, values.sender_name, values.sender_address].every(
    (one) => one.trim() !== '',
  );
  const changes = Object.keys(changedOf(values, start)).length;
  const error = create.error ?? update.error;
  const save = async (version = base?.version): Promise<boolean> => {
    const sent = values.tips === start.tips ? values : withoutEmptyTips(values);
    const write = base
      ? update.mutateAsync({ id: base.id, version: version!, ...changedOf(sent, start) })
      : create.mutateAsync({ template_id: templateId, ...sent });
    const isStored = (await storedId(write, reject, keep)) !== null;
    if (isStored) setStart(values);
    return isStored;
  };
  const held = !filled ? t('commons:save_bar.required') : faults.length > 0 ? t('commons:save_bar.wrong') : undefined;
  const leaving = useLeaving({ dirty: changes > 0, held, save });
  return (
    <div className={css['editing']}>
      {leaving.question}
      {theirs && (
        <EmailStale
          start={start}
          theirs={valuesOf(theirs)}
          mine={values}
          busy={busy}
          onTake={() => {
            setStart(valuesOf(theirs));
            setValues(valuesOf(theirs));
            take();
            update.reset();
          }}
          onOverwrite={() => leaving.saveAndLeave(onClose, () => save(theirs.version))}
        />
      )}
      <Fields
        values={values}
        set={set}
        translation={Boolean(email?.translation_of)}
        pages={pages}
        faults={faults}
        stored={email}
        templateId={templateId}
      />
      <HtmlEditor
        kind="email"
        label={t('field.html')}
        value={values.html}
        variables={emailVariables}
        faults={faults.filter((one) => one.field === 'html')}
        warnings={warnings}
        tips={tipTexts}
        onChange={(html) => setValues((now) => ({ ...now, html }))}
        pictures={{ template_id: templateId }}
        onReplaced={follow}
        repairs={(change) => (
          <EmailRepairs html={values.html} onChange={change} imported={importOf(email?.id)?.mapped ?? []} />
        )}
      />
      <Belongings values={values} set={set} faults={faults} base={!email?.translation_of} onRemoveTip={removeTip} />
      {!failedWith(error, 'common.stale_version') && <FormError error={error} />}
      <SaveBar
        changes={changes}
        stays
        busy={busy}
        action={t('editor.save_email')}
        reason={held === undefined ? undefined : { text: held }}
        onSave={() => leaving.saveAndLeave(onClose)}
        onDrop={() => leaving.drop(onClose)}
        tools={base && <SendToSelf id={base.id} unsaved={changes > 0} />}
      />
    </div>
  );
};
