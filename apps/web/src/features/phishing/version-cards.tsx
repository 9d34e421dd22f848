import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { hasMarks, templateScale, type Tip } from '@sergak/contract/phishing/phish-scale.rules.ts';
import { reportsOf } from '@sergak/contract/phishing/phishing.rules.ts';
import type { Email, LandingPage, Template } from '@sergak/contract/phishing/phishing.schema.ts';
import { languageNames } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import css from './phishing.module.css';
import { Success } from './marks.tsx';
import { PageEmails } from './page-emails.tsx';
import { DifficultyEstimate } from './premise-field.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { SendToSelf } from './send-to-self.tsx';

const Tips = ({ tips }: { tips: readonly Tip[] }): ReactNode => {
  const t = useT('phishing');
  const say = useT('phishing__templates');
  if (tips.length === 0) return null;
  return (
    <div className={css['tips']}>
      <h3>{t('template.tips')}</h3>
      <ol>
        {tips.map((tip) => (
          <li key={tip.text}>
            {tip.text}
            {tip.cue && <small className="quiet"> {say(`cue.${tip.cue}`)}</small>}
          </li>
        ))}
      </ol>
    </div>
  );
};

/** The open version of an email or page, and what the language tabs do. */
const useVersion = (kind: 'email' | 'page', base: Email | LandingPage) => {
  const say = useT('phishing__templates');
  const [picked, setPicked] = useState(base.id);
  const translateEmail = useWrite('phishing.email-translate');
  const translatePage = useWrite('phishing.page-translate');
  const removeEmail = useWrite('phishing.email-delete');
  const removePage = useWrite('phishing.page-delete');
  const current = base.versions.some((version) => version.id === picked) ? picked : base.id;
  const added = {
    onSuccess: (made: { id: string }) => {
      setPicked(made.id);
      showToast({ kind: 'success' as const, text: say('languages.added') });
    },
  };
  const removed = {
    onSuccess: () => {
      setPicked(base.id);
      showToast({ kind: 'success' as const, text: say('languages.removed') });
    },
  };
  const tabs = (
    <LanguageTabs
      versions={base.versions}
      current={current}
      onPick={setPicked}
      busy={[translateEmail, translatePage, removeEmail, removePage].some((write) => write.isPending)}
      onAdd={(language) => (kind === 'email' ? translateEmail : translatePage).mutate({ id: base.id, language }, added)}
      onRemove={(id) => (kind === 'email' ? removeEmail : removePage).mutate({ id }, removed)}
    />
  );
  return { current, tabs };
};

/** An email in each of its languages, with its red flags. */
export const EmailCard = ({ email: base }: { email: Email }): ReactNode => {
  const t = useT('phishing');
  const { current, tabs } = useVersion('email', base);
  const version = useRead('phishing.email', { id: current }, { quiet: true, enabled: current !== base.id });
  const email = current === base.id ? base : (version.data ?? base);
  const numbers = useRead('phishing.template-statistics', { id: base.template_id }, { quiet: true });
  const results = numbers.data?.emails.find((one) => one.id === base.id);
  const [asking, setAsking] = useState(false);
  const remove = useWrite('phishing.email-delete', { tip: 'tips:email.deleted' });
  return (
    <Section
      title={email.name}
      hint={languageNames[email.language]}
      actions={
        <>
          <SendToSelf id={current} />
          <ButtonLink
            screen="phishing.email-edit"
            params={{ template_id: base.template_id, email_id: current }}
            variant="default"
            leftSection={<IconPencil size={16} />}
          >
            {t('commons:edit')}
          </ButtonLink>
          <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={() => setAsking(true)}>
            {t('commons:delete')}
          </Button>
        </>
      }
    >
      {tabs}
      {base.page_id === null && base.html.includes('{{link}}') && (
        <p className={css['leading']}>
          {t('template.email_alone')}
          <ButtonLink
            screen="phishing.page-create"
            params={{ template_id: base.template_id }}
            search={{ email: base.id }}
            variant="default"
            size="compact-md"
            leftSection={<IconPlus size={14} />}
          >
            {t('template.add_page')}
          </ButtonLink>
        </p>
      )}
      {results && (
        <p className={css['about']}>
          <Success sent={results.sent} fell={results.fell} />
        </p>
      )}
      <PreviewFrame input={{ email_id: current }} title={email.name} people marks={hasMarks(email.html)} />
      {email.attachments.map((one, at) => (
        <p key={at} className={css['attached']}>
          {t('template.attached', { name: one.name })} {t(`attachments.reports.${reportsOf(one)}`)}.
        </p>
      ))}
      <Tips tips={email.tips} />
      <ConfirmDialog
        opened={asking}
        title={t('template.delete_email', { name: email.name })}
        action={t('template.delete_email_action')}
        final
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ id: base.id }, { onSuccess: () => setAsking(false) })}
      >
        {t('template.delete_email_text')}
      </ConfirmDialog>
    </Section>
  );
};

/** Deletes a landing page with its translations, unless an email leads to it. */
const DeletePage = ({ page, emails }: { page: LandingPage; emails: readonly Email[] }): ReactNode => {
  const t = useT('phishing');
  const [asking, setAsking] = useState(false);
  const remove = useWrite('phishing.page-delete', { tip: 'tips:page.deleted' });
  const leading = emails.filter((email) => email.page_id === page.id).map((email) => email.name);
  return (
    <>
      <ActionButton
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} />}
        blocked={leading.length > 0 && t('template.page_used', { emails: leading.join(', ') })}
        onClick={() => setAsking(true)}
      >
        {t('commons:delete')}
      </ActionButton>
      <ConfirmDialog
        opened={asking}
        title={t('template.delete_page', { name: page.name })}
        action={t('template.delete_page_action')}
        final
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ id: page.id }, { onSuccess: () => setAsking(false) })}
      >
        {t('template.delete_page_text')}
      </ConfirmDialog>
    </>
  );
};

type PageCardProps = {
  page: LandingPage;
  /** Emails and pages of the template. */
  emails: readonly Email[];
  pages: readonly LandingPage[];
};
/** A landing page in each of its languages. */
export const PageCard = ({ page: base, emails, pages }: PageCardProps): ReactNode => {
  const t = useT('phishing');
  const { current, tabs } = useVersion('page', base);
  const version = useRead('phishing.page', { id: current }, { quiet: true, enabled: current !== base.id });
  const page = current === base.id ? base : (version.data ?? base);
  return (
    <Section
      title={page.name}
      hint={t('template.page_hint')}
      actions={
        <>
          <ButtonLink
            screen="phishing.page-edit"
            params={{ template_id: base.template_id, page_id: current }}
            variant="default"
            leftSection={<IconPencil size={16} />}
          >
            {t('commons:edit')}
          </ButtonLink>
          <DeletePage page={base} emails={emails} />
        </>
      }
    >
      {tabs}
      <PageEmails page={base} emails={emails} pages={pages} />
      <PreviewFrame input={{ page_id: current }} title={page.name} people />
    </Section>
  );
};

/** Where the difficulty comes from: the estimate with its reasons, or a person. */
export const Estimate = ({ template }: { template: Template }): ReactNode => {
  const t = useT('phishing__templates');
  const update = useWrite('phishing.template-update', { tip: 'tips:template.updated' });
  const scale = templateScale(template.emails);
  return (
    <div className={css['about']}>
      <h3 className={css['group-title']}>{t('estimate.title')}</h3>
      <DifficultyEstimate scale={scale} />
      {scale && (
        <p className="quiet">
          {t(template.difficulty_set ? 'estimate.set' : 'estimate.by_estimate')}
          {template.difficulty_set && (
            <Button
              variant="subtle"
              size="compact-md"
              loading={update.isPending}
              onClick={() => update.mutate({ id: template.id, version: template.version, difficulty_set: false })}
            >
              {t('estimate.follow')}
            </Button>
          )}
        </p>
      )}
    </div>
  );
};
