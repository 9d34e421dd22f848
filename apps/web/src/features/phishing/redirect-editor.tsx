import type { ReactNode } from 'react';
import { type Fault, personVariables, variableFaults } from '@sergak/contract/phishing/phishing.rules.ts';
import type { RedirectPage } from '@sergak/contract/phishing/phishing.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { startHtml } from './editor/start-html.ts';
import { NamedHtmlEditor } from './named-html-editor.tsx';
import { storedId, useHtmlSaving } from './use-html-saving.ts';

const faultsOf = (html: string): readonly Fault[] => variableFaults('html', html, personVariables);
const warningsOf = (): readonly Fault[] => [];

type Props = { page: RedirectPage | null; onSaved: (id: string) => void; onClose: () => void };
/** Edits a page that is shown after the form of a landing page. */
export const RedirectEditor = ({ page, onSaved, onClose }: Props): ReactNode => {
  const t = useT('phishing');
  const say = useT('phishing__editor');
  const create = useWrite('phishing.redirect-page-create', { tip: 'tips:redirect_page.created', quiet: true });
  const update = useWrite('phishing.redirect-page-update', { tip: 'tips:redirect_page.updated', quiet: true });
  const saving = useHtmlSaving('phishing.redirect-page', page);
  return (
    <NamedHtmlEditor
      kind="redirect"
      pictures={page && { redirect_page_id: page.id }}
      nameLabel={t('field.name')}
      start={startHtml('redirect', say)}
      saving={saving}
      variables={personVariables}
      faultsOf={faultsOf}
      warningsOf={warningsOf}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onSave={(values, changed, version) =>
        storedId(
          saving.base
            ? update.mutateAsync({ id: saving.base.id, version: version!, ...changed })
            : create.mutateAsync(values),
          saving.reject,
          saving.keep,
        )
      }
      onSaved={onSaved}
      onClose={onClose}
    />
  );
};
