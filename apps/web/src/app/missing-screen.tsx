import { IconTools } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../shared/i18n/use-t.ts';
import { EmptyState } from '../shared/ui/states.tsx';

/** Stands where a screen of the table has no component yet. */
export default function MissingScreen(): ReactNode {
  const t = useT();
  return (
    <>
      <h1 className="sr-only">{t('missing.title')}</h1>
      <EmptyState icon={IconTools} title={t('missing.title')} hint={t('missing.hint')} />
    </>
  );
}
