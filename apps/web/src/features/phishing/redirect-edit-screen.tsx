import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { Section } from '../../shared/ui/section.tsx';
import { EditorFrame, useRedirectTrail } from './editor-frame.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';

const RedirectEditor = lazy(async () => ({ default: (await import('./redirect-editor.tsx')).RedirectEditor }));

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
          <Suspense fallback={<Skeleton height={640} radius={14} />}>
            <RedirectEditor key={id} page={data} onSaved={back} onClose={back} />
          </Suspense>
        </Section>
      )}
    </EditorFrame>
  );
}
