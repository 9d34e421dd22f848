import { type ReactNode, useState } from 'react';
import { pageFaults, pageWarnings, personVariables } from '@sergak/contract/phishing/phishing.rules.ts';
import type { LandingPage, Template } from '@sergak/contract/phishing/phishing.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { startHtml } from './editor/start-html.ts';
import { NamedHtmlEditor } from './named-html-editor.tsx';
import { PageEmails, PageEmailsChoice } from './page-emails.tsx';
import { storedId, useHtmlSaving } from './use-html-saving.ts';

type Props = {
  template: Pick<Template, 'id' | 'emails' | 'pages'>;
  page: LandingPage | null;
  /** The email for which a new page is made. */
  emailId?: string;
  onClose: () => void;
};

/** Edits a landing page. Nothing typed into the page is ever sent: fields keep their type and lose their names. */
export const PageEditor = ({ template, page, emailId = '', onClose }: Props): ReactNode => {
  const t = useT('phishing');
  const say = useT('phishing__editor');
  const create = useWrite('phishing.page-create', { tip: 'tips:page.created', quiet: true });
  const update = useWrite('phishing.page-update', { tip: 'tips:page.updated', quiet: true });
  const saving = useHtmlSaving('phishing.page', page);
  const { emails, pages } = template;
  const [leading, setLeading] = useState<readonly string[]>(() =>
    emails.filter((email) => (emailId === '' ? email.page_id === null : email.id === emailId)).map((email) => email.id),
  );
  return (
    <NamedHtmlEditor
      kind="page"
      pictures={{ template_id: template.id }}
      nameLabel={t('field.page_name')}
      hint={t('editor.page_hint')}
      start={startHtml('page', say)}
      saving={saving}
      variables={personVariables}
      faultsOf={pageFaults}
      warningsOf={pageWarnings}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSave={(values, changed, version) =>
        storedId(
          saving.base
            ? update.mutateAsync({ id: saving.base.id, version: version!, ...changed })
            : create.mutateAsync({ template_id: template.id, ...values, email_ids: [...leading] }),
          saving.reject,
          saving.keep,
        )
      }
      emails={
        page ? (
          <PageEmails page={page} emails={emails} pages={pages} />
        ) : (
          <PageEmailsChoice emails={emails} pages={pages} value={leading} onChange={setLeading} />
        )
      }
      onSaved={onClose}
      onClose={onClose}
    />
  );
};
