import { ActionIcon, Button } from '@mantine/core';
import { IconUserPlus, IconUsers, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isFilledByHand } from '@sergak/contract/tags/tags.rules.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { text, useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { Pagination } from '../../shared/table/pagination.tsx';
import { showToast } from '../../shared/toasts.ts';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { nobody, PeoplePicker, usePeopleCount } from '../departments/public.ts';
import { Drawer } from '../../shared/ui/overlays.tsx';
import css from './tags.module.css';

const SIZE = 20;

/** Members of a tag: who they are, and where the tag is filled by hand, adding and taking out. */
export default function TagMembers({ tag, onClose }: { tag: Tag; onClose: () => void }): ReactNode {
  const t = useT('staff__tags');
  const [adding, setAdding] = useState(false);
  return (
    <Drawer
      opened
      onClose={onClose}
      size="lg"
      title={adding ? t('add_title', { title: tag.title }) : tag.title}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      {adding ? (
        <Adding tag={tag} onDone={() => setAdding(false)} />
      ) : (
        <Members tag={tag} onAdd={() => setAdding(true)} />
      )}
    </Drawer>
  );
}

const Members = ({ tag, onAdd }: { tag: Tag; onAdd: () => void }): ReactNode => {
  const t = useT('staff__tags');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const list = useRead('tags.users', { id: tag.id, search, limit: SIZE, offset: page * SIZE });
  const remove = useWrite('tags.remove-user', { tip: 'tips:tag.unassign' });
  const byHand = isFilledByHand(tag);
  const add = byHand && (
    <Button leftSection={<IconUserPlus size={16} />} onClick={onAdd}>
      {t('add')}
    </Button>
  );
  if (list.isError) return <ErrorState onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <LoadingState />;
  const { data, total_count } = list.data;
  if (total_count === 0 && search === '')
    return (
      <EmptyState
        icon={IconUsers}
        title={t('nobody')}
        hint={byHand ? t('nobody_hint') : t('self')}
        {...(add === false ? {} : { action: add })}
      />
    );
  return (
    <div className={css['form']}>
      <div className={css['bar']}>
        <SearchBox
          value={search}
          onChange={(value) => {
            setSearch(value);
            setPage(0);
          }}
        />
        {add}
      </div>
      {!byHand && <p className={css['about']}>{t('self')}</p>}
      {data.length === 0 && <EmptyState title={t('commons:table.nothing_found')} />}
      <ul className={css['members']}>
        {data.map((person) => (
          <li key={person.id} className={css['member']}>
            <span className={css['who']}>
              <strong>{person.full_name}</strong>
              <span className={css['about']}>
                {[person.position, person.department.title].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className={css['about']}>{t('since', { date: formatDate(person.joined_at) })}</span>
            {byHand && (
              <ActionIcon
                aria-label={t('remove_person', { name: person.full_name })}
                onClick={() => remove.mutate({ tagId: tag.id, userId: person.id })}
              >
                <IconX size={18} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      <Pagination page={page} total={total_count} size={SIZE} onPage={setPage} />
    </div>
  );
};

const Adding = ({ tag, onDone }: { tag: Tag; onDone: () => void }): ReactNode => {
  const t = useT('staff__tags');
  const [value, setValue] = useState(nobody);
  const count = usePeopleCount(value);
  const assign = useWrite('tags.assign');
  const run = (): void =>
    assign.mutate(
      { tag_id: tag.id, ...value },
      {
        onSuccess: ({ assigned }) => {
          showToast({ kind: 'success', text: text('tips:tag.assign', { number: formatNumber(assigned) }) });
          onDone();
        },
      },
    );
  return (
    <div className={css['form']}>
      <PeoplePicker label={t('add_title', { title: tag.title })} value={value} onChange={setValue} />
      <div className={css['foot']}>
        <Button variant="default" onClick={onDone}>
          {t('commons:back')}
        </Button>
        <Button disabled={(count ?? 0) === 0} loading={assign.isPending} onClick={run}>
          {t('add_action', { count: count ?? 0, number: formatNumber(count ?? 0) })}
        </Button>
      </div>
    </div>
  );
};
