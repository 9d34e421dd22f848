import { Button } from '@mantine/core';
import { IconLink, IconReplace } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { type DeadLink, deadLinks, leadToPage, linkToText } from '@sergak/contract/phishing/dead-links.rules.ts';
import { mapHtmlVariables } from '@sergak/contract/phishing/foreign-html.rules.ts';
import { emailVariables } from '@sergak/contract/phishing/phishing.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { countVariables, MappedList, type MappedVariable } from './variable-list.tsx';
import css from './repairs.module.css';

type Change = (html: string) => void;
/** Links shown one by one; a button changes all of them. */
const SHOWN = 20;

type LinksProps = { html: string; links: readonly DeadLink[]; onChange: Change };
const DeadLinks = ({ html, links, onChange }: LinksProps): ReactNode => {
  const t = useT('phishing__editor');
  const labelOf = ({ label, tag }: DeadLink): string => label || tag;
  return (
    <section className={css['repair']} aria-label={t('links.title', { count: links.length })}>
      <div className={css['head']}>
        <strong>{t('links.title', { count: links.length })}</strong>
        <Button size="xs" leftSection={<IconLink size={15} aria-hidden />} onClick={() => onChange(leadToPage(html))}>
          {t('links.lead')}
        </Button>
      </div>
      <p>{t('links.hint')}</p>
      <ul>
        {links.slice(0, SHOWN).map((link) => (
          <li key={link.start}>
            <span>{labelOf(link)}</span>
            <button
              type="button"
              className="link"
              aria-label={t('links.to_text_of', { label: labelOf(link) })}
              onClick={() => onChange(linkToText(html, link.start))}
            >
              {t('links.to_text')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};

type Props = {
  html: string;
  onChange: Change;
  /** What the import of this email has replaced. */
  imported: readonly MappedVariable[];
};

/** What keeps an email from being sent and can be repaired at once: links that lead nowhere, variables of other products. */
export const EmailRepairs = ({ html, onChange, imported }: Props): ReactNode => {
  const t = useT('phishing__editor');
  const links = useMemo(() => deadLinks(html), [html]);
  const variables = useMemo(() => mapHtmlVariables(html, emailVariables), [html]);
  const mapped = countVariables(variables.mapped);
  const unknown = [...new Set(variables.unknown.map((one) => one.text))];
  return (
    <>
      {links.length > 0 && <DeadLinks html={html} links={links} onChange={onChange} />}
      {(mapped.length > 0 || unknown.length > 0) && (
        <section className={css['repair']} aria-label={t('foreign.title')}>
          <div className={css['head']}>
            <strong>{t('foreign.title')}</strong>
            {mapped.length > 0 && (
              <Button
                size="xs"
                leftSection={<IconReplace size={15} aria-hidden />}
                onClick={() => onChange(variables.text)}
              >
                {t('foreign.replace')}
              </Button>
            )}
          </div>
          {mapped.length > 0 && <MappedList mapped={mapped} label={t('foreign.known')} />}
          {unknown.length > 0 && (
            <p>
              {t('foreign.unknown')} <code>{unknown.slice(0, SHOWN).join(' ')}</code>
            </p>
          )}
        </section>
      )}
      {imported.length > 0 && (
        <details className={css['imported']}>
          <summary>{t('foreign.imported')}</summary>
          <MappedList mapped={imported} label={t('foreign.imported')} />
        </details>
      )}
    </>
  );
};
