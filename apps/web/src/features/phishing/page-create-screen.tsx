import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo, useScreenParams, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { Section } from '../../shared/ui/section.tsx';
import { EditorFrame, useTemplateTrail } from './editor-frame.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';

const PageEditor = lazy(async () => ({ default: (await import('./page-editor.tsx')).PageEditor }));

/** A new landing page of a template. */
export default function PageCreateScreen(): ReactNode {
  const t = useT('phishing');
  const go = useGo();
  const { template_id } = useScreenParams('phishing.page-create');
  const [{ email }] = useSearchState({ email: '' });
  const template = useRead('phishing.template', { id: template_id }, { quiet: true, fresh: true, staleTime: 0 });
  const trail = useTemplateTrail(template.data);
  return (
    <EditorFrame read={template} title={() => t('template.add_page')} trail={() => trail}>
      {(data) => (
        <Section>
          <Suspense fallback={<Skeleton height={640} radius={14} />}>
            <PageEditor
              template={data}
              page={null}
              emailId={email}
              onClose={() => go({ screen: 'phishing.template', params: { template_id }, search: { tab: 'pages' } })}
            />
          </Suspense>
        </Section>
      )}
    </EditorFrame>
  );
}
