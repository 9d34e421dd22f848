import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { StarterTemplate } from '@sergak/contract/phishing/starter.schema.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { currentLanguage, languageNames } from '../../shared/i18n/i18n.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import css from '../../shared/starter/starter.module.css';
import { Modal } from '../../shared/ui/overlays.tsx';
import { PreviewFrame } from './preview-frame.tsx';

/** The email and the landing page of a template of the library, in each of its languages. */
export const StarterPreview = ({
  template,
  onClose,
}: {
  template: StarterTemplate;
  onClose: () => void;
}): ReactNode => {
  const t = useT('library__starter');
  const [what, setWhat] = useState<'email' | 'page'>('email');
  const [language, setLanguage] = useState<Language>(currentLanguage);
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(1000px, 96vw)"
      title={template.name}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <div className={css['bar']}>
        <SegmentedControl<'email' | 'page'>
          aria-label={t('preview.what')}
          value={what}
          onChange={setWhat}
          data={[
            { value: 'email', label: t('preview.email') },
            { value: 'page', label: t('preview.page') },
          ]}
        />
        <SegmentedControl<Language>
          aria-label={t('preview.language')}
          value={language}
          onChange={setLanguage}
          data={template.languages.map((one) => ({ value: one, label: languageNames[one] }))}
        />
      </div>
      <PreviewFrame
        key={what}
        input={{ slug: template.slug, what, language }}
        title={template.name}
        marks={what === 'email'}
      />
    </Modal>
  );
};
