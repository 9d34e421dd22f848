import { Navigate, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ScreenId, screens } from '@sergak/contract/access/screens.ts';
import { config } from '../shared/config.ts';
import { useT } from '../shared/i18n/use-t.ts';
import { parseSearch, type Search } from '../shared/nav/search-params.ts';
import { refetchSession, useAuth } from '../shared/session.ts';
import { ErrorState, LoadingState } from '../shared/ui/states.tsx';
import { decideRoute } from './guards.ts';
import { screenAt } from './screen-at.ts';

/** Shows its children to a person who may see this screen; redirects all other visitors according to the routing rules. */
export const RouteGuard = ({ id, children }: { id: ScreenId | undefined; children?: ReactNode }): ReactNode => {
  const auth = useAuth();
  const t = useT();
  const location = useLocation();
  const path = `${location.pathname}${location.searchStr}`;
  const next = (location.search as Search)['next'];
  const decision = decideRoute(
    { id, screen: id === undefined ? undefined : screens[id], path },
    auth,
    config(),
    typeof next === 'string' ? next : undefined,
  );
  if (decision.kind === 'show') return children;
  if (decision.kind === 'wait') return <LoadingState full />;
  if (decision.kind !== 'go') {
    return (
      <ErrorState
        full
        title={t('unavailable.title')}
        hint={t('unavailable.hint')}
        onRetry={() => void refetchSession()}
      />
    );
  }
  // During a redirect the old screen is still mounted with the new address; it must not redirect again.
  if (screenAt(location.pathname) !== id) return <LoadingState full />;
  const [to, query = ''] = decision.to.split('?') as [string, string?];
  const search = { ...parseSearch(query), ...(decision.next === undefined ? {} : { next: decision.next }) };
  return <Navigate to={to} search={search} replace />;
};
