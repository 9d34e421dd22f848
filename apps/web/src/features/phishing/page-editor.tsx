import type { ReactNode } from 'react';
import { pageFaults, pageWarnings, personVariables } from '@sergak/contract/phishing/phishing.rules.ts';
import type { LandingPage } from '@sergak/contract/phishing/phishing.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { startHtml } from './editor/start-html.ts';
import { NamedHtmlEditor } from './named-html-editor.tsx';
import { useHtmlSaving } from './use-html-saving.ts';

type Props = { templateId: string; page: LandingPage | null; onClose: () => void };

/** Edits a landing page. Nothing typed into the page is ever sent: fields keep their type and lose their names. */
export const PageEditor = ({ templateId, page, onClose }: Props): ReactNode => {
  const t = useT('phishing');
  const say = useT('phishing__editor');
  const create = useWrite('phishing.page-create', { tip: 'tips:page.created', quiet: true });
  const update = useWrite('phishing.page-update', { tip: 'tips:page.updated', quiet: true });
  const saving = useHtmlSaving('phishing.page', page);
  return (
    <NamedHtmlEditor
      kind="page"
      pictures={{ template_id: templateId }}
      nameLabel={t('field.page_name')}
      hint={t('editor.page_hint')}
      start={startHtml('page', say)}
      saving={saving}
      variables={personVariables}
      faultsOf={pageFaults}
      warningsOf={pageWarnings}
      busy={create.isPending || update.isPending}
      saved={create.isSuccess || update.isSuccess}
      error={create.error ?? update.error}
      onSave={(values, changed, version) =>
        page
          ? update.mutate(
              { id: page.id, version: version!, ...changed },
              { onError: (failure) => void saving.reject(failure) },
            )
          : create.mutate({ template_id: templateId, ...values })
      }
      onSaved={onClose}
      onClose={onClose}
    />
  );
};
