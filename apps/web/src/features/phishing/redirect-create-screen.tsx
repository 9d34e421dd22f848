import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useRedirectTrail } from './editor-frame.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';

const RedirectEditor = lazy(async () => ({ default: (await import('./redirect-editor.tsx')).RedirectEditor }));

/** A new redirect page. */
export default function RedirectCreateScreen(): ReactNode {
  const t = useT('phishing');
  const go = useGo();
  return (
    <>
      <PageHead title={t('redirect.new')} trail={useRedirectTrail()} />
      <Section>
        <Suspense fallback={<Skeleton height={640} radius={14} />}>
          <RedirectEditor
            page={null}
            onSaved={(id) => go({ screen: 'phishing.redirect-detail', params: { id } })}
            onClose={() => go({ screen: 'phishing.redirect' })}
          />
        </Suspense>
      </Section>
    </>
  );
}
