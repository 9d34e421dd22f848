import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useRedirectTrail } from './editor-frame.tsx';
import { RedirectEditor } from './redirect-editor.tsx';

/** A new redirect page. */
export default function RedirectCreateScreen(): ReactNode {
  const t = useT('phishing');
  const go = useGo();
  return (
    <>
      <PageHead title={t('redirect.new')} trail={useRedirectTrail()} />
      <Section>
        <RedirectEditor
          page={null}
          onSaved={(id) => go({ screen: 'phishing.redirect-detail', params: { id } })}
          onClose={() => go({ screen: 'phishing.redirect' })}
        />
      </Section>
    </>
  );
}
