import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import css from './audit.module.css';
import { ThingName } from './things.tsx';

const AT_ONCE = 20;
const usePage = (line: number, page: number) =>
  useRead('audit.people', { line, limit: AT_ONCE, offset: page * AT_ONCE }, { quiet: true }).data;

const Page = ({ line, page }: { line: number; page: number }): ReactNode =>
  usePage(line, page)?.data.map((person) => (
    <li key={person.id}>
      <ThingName thing={person} />
    </li>
  ));

/** The people that an entry affected: the first page at once, the others on request. */
export const AuditPeople = ({ line, count }: { line: number; count: number }): ReactNode => {
  const t = useT('audit');
  const [pages, setPages] = useState(1);
  return (
    <>
      <h3 className={css['subtitle']}>{t('people.title', { number: formatNumber(count) })}</h3>
      <ul className={css['people']}>
        {Array.from({ length: pages }, (_, page) => (
          <Page key={page} line={line} page={page} />
        ))}
      </ul>
      {pages * AT_ONCE < count && (
        <Button variant="default" size="compact-md" onClick={() => setPages(pages + 1)}>
          {t('people.more')}
        </Button>
      )}
    </>
  );
};
