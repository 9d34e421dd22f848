import type { ReactNode } from 'react';
import { useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { Section } from '../../shared/ui/section.tsx';
import { NotFound } from '../../shared/ui/states.tsx';
import { EditorFrame, useTemplateTrail } from './editor-frame.tsx';
import { PageEditor } from './page-editor.tsx';

/** Edits a landing page of a template. */
export default function PageEditScreen(): ReactNode {
  const go = useGo();
  const { template_id, page_id } = useScreenParams('phishing.page-edit');
  const template = useRead('phishing.template', { id: template_id }, { quiet: true, fresh: true, staleTime: 0 });
  const trail = useTemplateTrail(template.data);
  const page = template.data?.pages.find((one) => one.id === page_id);
  if (template.data !== undefined && template.isFetchedAfterMount && page === undefined) return <NotFound />;
  return (
    <EditorFrame read={template} title={() => page!.name} trail={() => trail}>
      {(data) => (
        <Section>
          <PageEditor
            key={page_id}
            templateId={data.id}
            page={page!}
            onClose={() => go({ screen: 'phishing.template', params: { template_id }, search: { tab: 'pages' } })}
          />
        </Section>
      )}
    </EditorFrame>
  );
}
