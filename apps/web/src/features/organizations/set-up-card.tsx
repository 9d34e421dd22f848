import { type ReactNode, Suspense } from 'react';
import { useRead } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { lazy } from '../../shared/ui/lazy.tsx';

const SetUp = lazy(() => import('./set-up.tsx'));

/** What a new installation asks of its first super user on the first page, until it is stored. */
export const SetUpCard = (): ReactNode => {
  const { role, organization } = useMe();
  const asks = role === 'super_user';
  const { data } = useRead('organizations.current', {}, { quiet: true, enabled: asks });
  if (!asks || data?.set_up_due !== true || data.id !== organization.id) return null;
  return (
    <Suspense fallback={null}>
      <SetUp id={data.id} />
    </Suspense>
  );
};
