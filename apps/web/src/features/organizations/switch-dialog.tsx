import { TextInput } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { LoadingState } from '../../shared/ui/states.tsx';
import { useEnter } from './enter.ts';
import css from './parts.module.css';
import { foundIn } from './tree.ts';
import { Modal } from '../../shared/ui/overlays.tsx';

/** The tree of organisations to act in, with a search. */
export default function SwitchDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT('organizations__shell');
  const { organization, acting_organization: acting } = useMe();
  const [search, setSearch] = useState('');
  const { enter, busy } = useEnter();
  const { data } = useRead('session.organizations', {}, { quiet: true });
  const rows = foundIn(data?.data ?? [], search);
  return (
    <Modal opened onClose={onClose} title={t('switch.title')} closeButtonProps={{ 'aria-label': t('commons:close') }}>
      <p className={css['switch-hint']}>{t('switch.hint')}</p>
      <TextInput
        data-autofocus
        aria-label={t('switch.search')}
        placeholder={t('switch.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(e) => setSearch(e.currentTarget.value)}
      />
      {data === undefined ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <p className={css['switch-none']}>{t('switch.none')}</p>
      ) : (
        <ul className={css['tree']}>
          {rows.map((row) => (
            <li key={row.id} style={{ '--depth': Math.min(row.depth, 6) } as CSSProperties}>
              <button
                type="button"
                disabled={busy}
                aria-current={row.id === acting.id ? 'true' : undefined}
                onClick={() => (row.id === acting.id ? onClose() : enter(row.id))}
              >
                <span>{row.title}</span>
                {row.id === organization.id && <small>{t('switch.home')}</small>}
                {row.id === acting.id && <IconCheck size={16} aria-hidden />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
