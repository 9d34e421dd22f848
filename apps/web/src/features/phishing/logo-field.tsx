import { type ReactNode, useState } from 'react';
import type { Template } from '@sergak/contract/phishing/phishing.schema.ts';
import { useServerErrorText } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { TemplateLogo } from './marks.tsx';
import css from './templates.module.css';

const LOGO_MAX = 2_000_000;

/** Replaces the logo of a template at once. */
export const LogoField = ({ template }: { template: Template }): ReactNode => {
  const t = useT('phishing__templates');
  const say = useServerErrorText();
  const [file, setFile] = useState<File | null>(null);
  const set = useWrite('phishing.template-set-logo', { quiet: true });
  const take = (next: File | null): void => {
    setFile(next);
    if (next === null) return;
    set.mutate(
      { id: template.id, logo: next },
      {
        onSuccess: () => showToast({ kind: 'success', text: t('form.logo_saved') }),
        onSettled: () => setFile(null),
      },
    );
  };
  return (
    <div className={css['logo-field']} role="group" aria-label={t('form.logo')}>
      <strong>{t('form.logo')}</strong>
      <TemplateLogo src={template.logo} size={64} />
      <FileDrop
        label={t('form.logo_choose')}
        accept={['.png', '.jpg', '.jpeg', '.webp', '.svg']}
        maxBytes={LOGO_MAX}
        file={file}
        onFile={take}
        disabled={set.isPending}
        error={set.error === null ? undefined : (say(set.error) ?? undefined)}
      />
    </div>
  );
};
