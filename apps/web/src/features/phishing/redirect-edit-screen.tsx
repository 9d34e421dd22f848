import type { ReactNode } from 'react';
import { useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { Section } from '../../shared/ui/section.tsx';
import { EditorFrame, useRedirectTrail } from './editor-frame.tsx';
import { RedirectEditor } from './redirect-editor.tsx';

/** Edits a redirect page. */
export default function RedirectEditScreen(): ReactNode {
  const go = useGo();
  const { id } = useScreenParams('phishing.redirect-edit');
  const page = useRead('phishing.redirect-page', { id }, { quiet: true, fresh: true, staleTime: 0 });
  const trail = useRedirectTrail();
  const back = (): void => go({ screen: 'phishing.redirect-detail', params: { id } });
  return (
    <EditorFrame read={page} title={(data) => data.name} trail={() => trail}>
      {(data) => (
        <Section>
          <RedirectEditor key={id} page={data} onSaved={back} onClose={back} />
        </Section>
      )}
    </EditorFrame>
  );
}
