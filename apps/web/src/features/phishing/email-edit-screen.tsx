import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { Section } from '../../shared/ui/section.tsx';
import { NotFound } from '../../shared/ui/states.tsx';
import { EditorFrame, useTemplateTrail } from './editor-frame.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';

const EmailEditor = lazy(async () => ({ default: (await import('./email-editor.tsx')).EmailEditor }));

/** Edits an email of a template, or its version in another language. */
export default function EmailEditScreen(): ReactNode {
  const go = useGo();
  const { template_id, email_id } = useScreenParams('phishing.email-edit');
  const template = useRead('phishing.template', { id: template_id }, { quiet: true });
  const email = useRead('phishing.email', { id: email_id }, { quiet: true, fresh: true, staleTime: 0 });
  const trail = useTemplateTrail(template.data);
  if (template.isError || (email.data && email.data.template_id !== template_id)) return <NotFound />;
  return (
    <EditorFrame read={email} title={(data) => data.name} trail={() => trail}>
      {(data) => (
        <Section>
          <Suspense fallback={<Skeleton height={640} radius={14} />}>
            {template.data && (
              <EmailEditor
                key={email_id}
                templateId={template_id}
                vector={template.data.attack_vector}
                email={data}
                pages={template.data.pages}
                onClose={() => go({ screen: 'phishing.template', params: { template_id } })}
              />
            )}
          </Suspense>
        </Section>
      )}
    </EditorFrame>
  );
}
