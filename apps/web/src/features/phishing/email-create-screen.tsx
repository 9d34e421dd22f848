import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { Section } from '../../shared/ui/section.tsx';
import { EditorFrame, useTemplateTrail } from './editor-frame.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';

const EmailEditor = lazy(async () => ({ default: (await import('./email-editor.tsx')).EmailEditor }));

/** A new email of a template. */
export default function EmailCreateScreen(): ReactNode {
  const t = useT('phishing');
  const go = useGo();
  const { template_id } = useScreenParams('phishing.email-create');
  const template = useRead('phishing.template', { id: template_id }, { quiet: true, fresh: true, staleTime: 0 });
  const trail = useTemplateTrail(template.data);
  return (
    <EditorFrame read={template} title={() => t('template.add_email')} trail={() => trail}>
      {(data) => (
        <Section>
          <Suspense fallback={<Skeleton height={640} radius={14} />}>
            <EmailEditor
              templateId={data.id}
              vector={data.attack_vector}
              email={null}
              pages={data.pages}
              language={data.language}
              onClose={() => go({ screen: 'phishing.template', params: { template_id } })}
            />
          </Suspense>
        </Section>
      )}
    </EditorFrame>
  );
}
