import type { ReactNode } from 'react';
import { useLanguage, useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { Paragraphs } from './consent-text.tsx';
import { LegalPage } from './legal-page.tsx';
import css from './session.module.css';

/** The consent text: the organisation's own, or else the portal's default. */
export default function PolicyScreen(): ReactNode {
  const t = useT('session__legal');
  const language = useLanguage();
  const own = useRead('consent.text', { language }, { quiet: true });
  if (own.isPending) return null;
  if (!own.data?.text) return <LegalPage doc="policy" />;
  return (
    <article className={css['legal']}>
      <h1>{t('doc.policy.title')}</h1>
      <p>{own.data.organization}</p>
      <Paragraphs text={own.data.text} />
    </article>
  );
}
