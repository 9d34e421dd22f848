import type { ReactNode } from 'react';
import { FORECAST_DAYS } from '@sergak/contract/automation/automation.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { ForecastView } from './forecast.tsx';
import css from './automation.module.css';
import { Drawer } from '../../shared/ui/overlays.tsx';

/** The forecast of all tags together. */
export default function ForecastDrawer({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT('automation');
  const forecastRead = useRead('automation.forecast-all', { days: FORECAST_DAYS }, { staleTime: 0, quiet: true });
  return (
    <Drawer
      opened
      onClose={onClose}
      size="xl"
      title={t('forecast.title', { count: FORECAST_DAYS })}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <div className={css['stack']}>
        <p className={css['about']}>{t('forecast.hint')}</p>
        <ForecastView asked={forecastRead} withTag />
      </div>
    </Drawer>
  );
}
