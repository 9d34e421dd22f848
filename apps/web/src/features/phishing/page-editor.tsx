import { TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { pageFaults, pageWarnings, personVariables } from '@sergak/contract/phishing/phishing.rules.ts';
import type { LandingPage } from '@sergak/contract/phishing/phishing.schema.ts';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { SaveBar } from '../../shared/forms/save-bar.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { HtmlEditor } from './html-editor.tsx';
import css from './phishing.module.css';

const START =
  '<form>\n  <label for="login">…</label>\n  <input id="login" data-field="login">\n  <input type="password" data-field="password">\n  <button type="submit">…</button>\n</form>\n';
type Props = { templateId: string; page: LandingPage | null; onClose: () => void };

/** Edits a landing page. Nothing typed into the page is ever sent: fields keep their type and lose their names. */
export const PageEditor = ({ templateId, page, onClose }: Props): ReactNode => {
  const t = useT('phishing');
  const [name, setName] = useState(page?.name ?? '');
  const [html, setHtml] = useState(page?.html ?? START);
  const [version, setVersion] = useState(page?.version);
  const create = useWrite('phishing.page-create', { tip: 'tips:page.created', quiet: true });
  const update = useWrite('phishing.page-update', { tip: 'tips:page.updated', quiet: true });
  const faults = useMemo(() => pageFaults(html), [html]);
  const warnings = useMemo(() => pageWarnings(html), [html]);
  const dirty = name !== (page?.name ?? '') || html !== (page?.html ?? START);
  const save = (): void => {
    if (page) update.mutate({ id: page.id, version, name, html }, { onSuccess: onClose });
    else create.mutate({ template_id: templateId, name, html }, { onSuccess: onClose });
  };
  return (
    <div className={css['editing']}>
      <UnsavedGuard dirty={dirty && !create.isSuccess && !update.isSuccess} />
      <TextInput
        label={t('field.page_name')}
        withAsterisk
        maxLength={TITLE_MAX}
        value={name}
        onChange={(e) => setName(e.currentTarget.value)}
      />
      <p className="quiet">{t('editor.page_hint')}</p>
      <HtmlEditor
        kind="page"
        label={t('field.page_html')}
        value={html}
        variables={personVariables}
        faults={faults}
        warnings={warnings}
        onChange={setHtml}
        pictures={{ template_id: templateId }}
        onReplaced={({ versions }) => setVersion((now) => versions.find(({ id }) => id === page?.id)?.version ?? now)}
      />
      <FormError error={create.error ?? update.error} />
      <SaveBar
        changes={Number(name !== (page?.name ?? '')) + Number(html !== (page?.html ?? START))}
        stays
        busy={create.isPending || update.isPending}
        action={t('editor.save_page')}
        reason={
          name.trim() === ''
            ? { text: t('commons:save_bar.required') }
            : faults.length > 0
              ? { text: t('commons:save_bar.wrong') }
              : undefined
        }
        onSave={save}
        onDrop={onClose}
      />
    </div>
  );
};
