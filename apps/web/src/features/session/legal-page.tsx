import type { ReactNode } from 'react';
import { config } from '../../shared/config.ts';
import { type T, useT } from '../../shared/i18n/use-t.ts';
import css from './session.module.css';

type Doc = 'privacy' | 'agreement' | 'policy';
type Part = '1' | '2' | '3' | '4' | '5';
const parts: readonly Part[] = ['1', '2', '3', '4', '5'];

/** A document in five short parts. */
export const LegalPage = ({ doc }: { doc: Doc }): ReactNode => {
  const t: T<'session__legal'> = useT('session__legal');
  const title = config().title;
  return (
    <article className={css['legal']}>
      <h1>{t(`doc.${doc}.title`)}</h1>
      <p>{t(`doc.${doc}.lead`, { title })}</p>
      {parts.map((part) => (
        <section key={part}>
          <h2>{t(`doc.${doc}.part_${part}_title`)}</h2>
          <p>{t(`doc.${doc}.part_${part}_text`, { title })}</p>
        </section>
      ))}
    </article>
  );
};
