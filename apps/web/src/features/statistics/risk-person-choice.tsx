import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { RiskBadge } from '../../shared/ui/badges.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import css from './statistics.module.css';

const SHOWN = 20;
/** Document 2, section 9: a search in a select waits this long. */
const WAIT_MS = 600;

type Props = { organization: string; onClose: () => void; onChoose: (employee: string) => void };

/** Chooses the person of the example. */
export default function RiskPersonChoice({ organization, onClose, onChoose }: Props): ReactNode {
  const t = useT('statistics');
  const r = useT('statistics__risk');
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, WAIT_MS);
  const people = useRead(
    'statistics.users',
    { organization_id: organization, search: asked, limit: SHOWN },
    { quiet: true },
  );
  return (
    <Modal opened onClose={onClose} title={r('person')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      <TextInput
        data-autofocus
        aria-label={t('tables.search')}
        placeholder={t('tables.search')}
        value={search}
        onChange={(e) => setSearch(e.currentTarget.value)}
      />
      <ul className={css['group-people']}>
        {people.data?.data.map((one) => (
          <li key={one.id} className={css['group-person']}>
            <span className={css['who']}>
              <button type="button" className={css['group-link']} onClick={() => onChoose(one.id)}>
                {one.full_name}
              </button>
              <small>{ownTitle(one.department)}</small>
            </span>
            <RiskBadge level={one.risk_level_statistic.value} />
          </li>
        ))}
      </ul>
    </Modal>
  );
}
