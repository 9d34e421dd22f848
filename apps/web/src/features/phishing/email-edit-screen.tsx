import type { ReactNode } from 'react';
import { useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { Section } from '../../shared/ui/section.tsx';
import { NotFound } from '../../shared/ui/states.tsx';
import { EditorFrame, useTemplateTrail } from './editor-frame.tsx';
import { EmailEditor } from './email-editor.tsx';

/** Edits an email of a template. */
export default function EmailEditScreen(): ReactNode {
  const go = useGo();
  const { template_id, email_id } = useScreenParams('phishing.email-edit');
  const template = useRead('phishing.template', { id: template_id }, { quiet: true, fresh: true, staleTime: 0 });
  const trail = useTemplateTrail(template.data);
  const email = template.data?.emails.find((one) => one.id === email_id);
  if (template.data !== undefined && template.isFetchedAfterMount && email === undefined) return <NotFound />;
  return (
    <EditorFrame read={template} title={() => email!.name} trail={() => trail}>
      {(data) => (
        <Section>
          <EmailEditor
            key={email_id}
            templateId={data.id}
            vector={data.attack_vector}
            email={email!}
            pages={data.pages}
            onClose={() => go({ screen: 'phishing.template', params: { template_id } })}
          />
        </Section>
      )}
    </EditorFrame>
  );
}
