import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { Section } from '../../shared/ui/section.tsx';
import { NotFound } from '../../shared/ui/states.tsx';
import { EditorFrame, useTemplateTrail } from './editor-frame.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';

const PageEditor = lazy(async () => ({ default: (await import('./page-editor.tsx')).PageEditor }));

/** Edits a landing page of a template, or its version in another language. */
export default function PageEditScreen(): ReactNode {
  const go = useGo();
  const { template_id, page_id } = useScreenParams('phishing.page-edit');
  const template = useRead('phishing.template', { id: template_id }, { quiet: true });
  const page = useRead('phishing.page', { id: page_id }, { quiet: true, fresh: true, staleTime: 0 });
  const trail = useTemplateTrail(template.data);
  if (template.isError || (page.data && page.data.template_id !== template_id)) return <NotFound />;
  return (
    <EditorFrame read={page} title={(data) => data.name} trail={() => trail}>
      {(data) => (
        <Section>
          <Suspense fallback={<Skeleton height={640} radius={14} />}>
            {template.data && (
              <PageEditor
                key={page_id}
                template={template.data}
                page={data}
                onClose={() => go({ screen: 'phishing.template', params: { template_id }, search: { tab: 'pages' } })}
              />
            )}
          </Suspense>
        </Section>
      )}
    </EditorFrame>
  );
}
