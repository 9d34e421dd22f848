import { ActionIcon, Button, Switch } from '@mantine/core';
import { IconPencil, IconPlus, IconTag, IconUsers } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isCustom } from '@sergak/contract/tags/tags.rules.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { TagBadge } from '../../shared/ui/badges.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Grid, Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './tags.module.css';

const TagModal = lazy(() => import('./tag-modal.tsx'));
const TagMembers = lazy(() => import('./tag-members.tsx'));
const tagState = { tag: '' };

const Card = ({ tag, onEdit, onOpen }: { tag: Tag; onEdit: () => void; onOpen: () => void }): ReactNode => {
  const t = useT('staff__tags');
  const toggle = useWrite('tags.toggle', { tip: tag.is_active ? 'tips:tag.off' : 'tips:tag.on' });
  return (
    <Section className={css['card']!}>
      <div className={css['head']}>
        <h3 className={css['title']}>
          <TagBadge color={tag.color}>{tag.title}</TagBadge>
        </h3>
        {isCustom(tag) && (
          <ActionIcon aria-label={t('edit_named', { title: tag.title })} onClick={onEdit}>
            <IconPencil size={18} stroke={1.7} />
          </ActionIcon>
        )}
      </div>
      <p className={css['about']}>
        {tag.type === 'risk_group'
          ? t('about.risk_group', { from: tag.min_risk_level, to: tag.max_risk_level })
          : tag.type === 'newbie'
            ? t('about.newbie', { count: tag.life_days })
            : tag.type === 'not_registered'
              ? t('about.not_registered')
              : tag.is_system
                ? t('about.reports')
                : t('about.arbitrary')}
      </p>
      <div className={css['foot']}>
        <Button size="compact-md" variant="default" leftSection={<IconUsers size={16} />} onClick={onOpen}>
          {t('people', { count: tag.employees_count, number: formatNumber(tag.employees_count) })}
        </Button>
        <Switch
          size="sm"
          label={t('actions')}
          checked={tag.is_active}
          disabled={toggle.isPending}
          onChange={(e) => toggle.mutate({ tag_id: tag.id, toggle: e.currentTarget.checked })}
        />
      </div>
    </Section>
  );
};

/** Tags: those that fill themselves, and those of the organisation. */
export default function TagsScreen(): ReactNode {
  const t = useT('staff__tags');
  const list = useRead('tags.list', {});
  const [{ tag: opened }, set] = useSearchState(tagState);
  const [editing, edit] = useState<Tag | 'new' | null>(null);
  const tags = list.data?.data;
  const open = tags?.find((one) => one.id === opened);
  const groups = [
    ['system', (one: Tag) => one.is_system],
    ['own', (one: Tag) => !one.is_system],
  ] as const;
  return (
    <>
      <PageHead
        title={t('title')}
        count={tags?.length}
        hint={t('hint')}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => edit('new')}>
            {t('create')}
          </Button>
        }
      />
      {list.isError ? (
        <ErrorState onRetry={() => void list.refetch()} />
      ) : tags === undefined ? (
        <LoadingState />
      ) : (
        groups.map(([name, belongs]) => {
          const shown = tags.filter(belongs);
          return (
            <section key={name} className={css['group']} aria-label={t(`group.${name}`)}>
              <h2 className={css['group-title']}>{t(`group.${name}`)}</h2>
              {shown.length === 0 ? (
                <Section>
                  <EmptyState
                    icon={IconTag}
                    title={t('empty')}
                    hint={t('empty_hint')}
                    action={
                      <Button variant="default" onClick={() => edit('new')}>
                        {t('create')}
                      </Button>
                    }
                  />
                </Section>
              ) : (
                <Grid min={300}>
                  {shown.map((tag) => (
                    <Card key={tag.id} tag={tag} onEdit={() => edit(tag)} onOpen={() => set({ tag: tag.id })} />
                  ))}
                </Grid>
              )}
            </section>
          );
        })
      )}
      <Suspense fallback={null}>
        {editing !== null && <TagModal tag={editing === 'new' ? null : editing} onClose={() => edit(null)} />}
        {open !== undefined && <TagMembers tag={open} onClose={() => set({ tag: '' })} />}
      </Suspense>
    </>
  );
}
