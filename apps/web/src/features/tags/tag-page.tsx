import { Button, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import type { TagAction } from '@sergak/contract/automation/automation.schema.ts';
import { isCustom } from '@sergak/contract/tags/tags.rules.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { UnsavedGuard } from '../../shared/forms/guard.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { ErrorState } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { useAnonymous } from '../../shared/session.ts';
import { ActionsTab, Forecast, LogTab, TagSaveBar, useTagDraft } from '../automation/public.ts';
import { MembersTab } from './members-tab.tsx';
import { TagLine } from './tag-line.tsx';
import { TagSwitch } from './tag-list.tsx';
import css from './tags.module.css';
import { aboutTag } from './words.ts';

const tabs = ['actions', 'members', 'log', 'forecast'] as const;
type Tab = (typeof tabs)[number];
const inAddress = { tab: '' };

type Props = { tag: Tag; onEdit: () => void; onUnsaved: (unsaved: boolean) => void };
/** One tag: its actions, its members, its log and its forecast. */
export default function TagPage({ tag, onEdit, onUnsaved }: Props): ReactNode {
  const t = useT('tags');
  const actions = useRead('automation.actions', { id: tag.id }, { fresh: true, quiet: true });
  return (
    <article aria-label={ownTitle(tag.title)}>
      <header className={css['page-head']}>
        <div>
          <h2 className={css['page-title']}>
            <i aria-hidden style={{ background: tag.color }} />
            {ownTitle(tag.title)}
          </h2>
          <p className={css['about']}>{aboutTag(t, tag)}</p>
          <TagLine tag={tag} />
        </div>
        <div className={css['page-tools']}>
          <TagSwitch tag={tag} />
          {isCustom(tag) && (
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={onEdit}
            >
              {t('commons:edit')}
            </Button>
          )}
        </div>
      </header>
      {actions.data !== undefined ? (
        <Parts tag={tag} actions={actions.data.data} onUnsaved={onUnsaved} />
      ) : actions.isError ? (
        <ErrorState onRetry={() => void actions.refetch()} />
      ) : (
        <Skeleton height={320} radius={14} />
      )}
    </article>
  );
}

const Parts = ({
  tag,
  actions,
  onUnsaved,
}: {
  tag: Tag;
  actions: readonly TagAction[];
  onUnsaved: Props['onUnsaved'];
}): ReactNode => {
  const t = useT('tags');
  const go = useGo();
  const [{ tab: asked }] = useSearchState(inAddress);
  // The log names people whom a campaign caught.
  const anonymous = useAnonymous();
  const offered = tabs.filter((one) => one !== 'log' || !anonymous);
  const tab: Tab = offered.find((one) => one === asked) ?? 'actions';
  const edited = useTagDraft(tag, actions);
  const unsaved = edited.changed > 0;
  useEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);
  const open = (next: Tab): void =>
    go({ screen: 'staff.tags', search: { tag: tag.id, ...(next === 'actions' ? {} : { tab: next }) } });
  const counts: Partial<Record<Tab, number>> = { actions: actions.length, members: tag.employees_count };
  return (
    <>
      <UnsavedGuard dirty={unsaved} within="tag" />
      <Tabs
        value={tab}
        onChange={open}
        items={offered.map((value) => ({ value, label: t(`tab.${value}`), count: counts[value] }))}
      >
        {tab === 'actions' && <ActionsTab tag={tag} edited={edited} onForecast={() => open('forecast')} />}
        {tab === 'members' && <MembersTab tag={tag} />}
        {tab === 'log' && <LogTab tag={tag} />}
        {tab === 'forecast' && <Forecast tag={tag} unsaved={unsaved} />}
      </Tabs>
      <TagSaveBar tag={tag} edited={edited} onActions={() => open('actions')} />
    </>
  );
};
