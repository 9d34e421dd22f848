import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '../i18n/use-t.ts';
import { internalPath } from './internal-path.ts';
import { parseSearch, type Search } from './search-params.ts';

/** The page that `from` in the address names, if it is a page of this portal. */
export const useReturnPath = (): string | undefined =>
  internalPath(useLocation({ select: (location) => (location.search as Search)['from'] }));

/**
 * The link back: to the page that `from` in the address names, if it is a page of this portal, otherwise to the default
 * page.
 */
export const BackLink = ({ children }: { children: ReactNode }): ReactNode => {
  const t = useT('commons');
  const from = useReturnPath();
  if (from === undefined) return children;
  const [path, query = ''] = from.split('?') as [string, string?];
  return (
    <Link activeOptions={{ exact: true }} to={path} search={parseSearch(query)}>
      {t('back')}
    </Link>
  );
};
