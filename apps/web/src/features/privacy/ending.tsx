import { IconEraser } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { REFRESH_MS } from '../../shared/polling.ts';
import { useRead } from '../../shared/query.ts';
import { queryClient } from '../../shared/query-client.ts';
import { Notice } from '../../shared/ui/notices.tsx';

/** Anonymous mode is being turned off: how many results are left. All pages are read again when this disappears. */
export const Ending = ({ left }: { left: number }): ReactNode => {
  const t = useT('privacy');
  useRead('privacy.retention', {}, { quiet: true, refetchInterval: REFRESH_MS.running });
  useEffect(() => () => void queryClient.invalidateQueries(), []);
  return (
    <Notice icon={IconEraser} title={t('anonymous.ending')}>
      {left > 0 && `${t('anonymous.left', { count: left, number: formatNumber(left) })} `}
      {t('anonymous.ending_hint')}
    </Notice>
  );
};
