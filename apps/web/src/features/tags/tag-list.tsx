import { ActionIcon, Button, Switch } from '@mantine/core';
import { IconPencil, IconTag, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isCustom } from '@sergak/contract/tags/tags.rules.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useWrite } from '../../shared/query.ts';
import { TagBadge } from '../../shared/ui/badges.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Grid, Section } from '../../shared/ui/section.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import { SwitchDialog } from './switch-dialog.tsx';
import { TagLine } from './tag-line.tsx';
import css from './tags.module.css';
import { aboutTag, peopleWords } from './words.ts';

const groups = [
  ['system', (one: Tag) => one.is_system],
  ['own', (one: Tag) => !one.is_system],
] as const;

/** Switches the actions of a tag on and off; if the tag has actions, it first shows the effect and asks. */
export const TagSwitch = ({ tag }: { tag: Tag }): ReactNode => {
  const t = useT('tags');
  const toggle = useWrite('tags.toggle', { tip: tag.is_active ? 'tips:tag.off' : 'tips:tag.on' });
  const [asking, setAsking] = useState(false);
  const run = (): void =>
    toggle.mutate({ tag_id: tag.id, toggle: !tag.is_active }, { onSettled: () => setAsking(false) });
  return (
    <>
      <Switch
        label={t('actions')}
        aria-label={t('actions_of', { title: ownTitle(tag.title) })}
        checked={tag.is_active}
        onChange={() => toggle.isPending || (tag.actions_count > 0 ? setAsking(true) : run())}
      />
      <SwitchDialog
        tag={tag}
        opened={asking}
        busy={toggle.isPending}
        onConfirm={run}
        onClose={() => setAsking(false)}
      />
    </>
  );
};

const Card = ({ tag, onEdit }: { tag: Tag; onEdit: () => void }): ReactNode => {
  const t = useT('tags');
  return (
    <Section className={css['card']!}>
      <div className={css['head']}>
        <h3 className={css['title']}>
          <ScreenLink screen="staff.tags" search={{ tag: tag.id }} className={css['card-link']!}>
            <TagBadge color={tag.color}>{ownTitle(tag.title)}</TagBadge>
          </ScreenLink>
        </h3>
        {isCustom(tag) && (
          <ActionIcon
            className={css['above']!}
            aria-label={t('edit_named', { title: ownTitle(tag.title) })}
            onClick={onEdit}
          >
            <IconPencil size={18} stroke={1.7} />
          </ActionIcon>
        )}
      </div>
      <p className={css['about']}>{aboutTag(t, tag)}</p>
      <TagLine tag={tag} />
      <div className={css['foot']}>
        <ButtonLink
          className={css['above']!}
          size="compact-md"
          variant="default"
          leftSection={<IconUsers size={16} aria-hidden />}
          screen="staff.tags"
          search={{ tag: tag.id, tab: 'members' }}
        >
          {peopleWords(t, tag.employees_count)}
        </ButtonLink>
        <span className={css['above']}>
          <TagSwitch tag={tag} />
        </span>
      </div>
    </Section>
  );
};

/** All tags as cards: the page before a tag is opened. */
export const TagCards = ({
  tags,
  onEdit,
  onCreate,
}: {
  tags: readonly Tag[];
  onEdit: (tag: Tag) => void;
  onCreate: () => void;
}): ReactNode => {
  const t = useT('tags');
  return groups.map(([name, belongs]) => {
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
                <Button variant="default" onClick={onCreate}>
                  {t('create')}
                </Button>
              }
            />
          </Section>
        ) : (
          <Grid min={300}>
            {shown.map((tag) => (
              <Card key={tag.id} tag={tag} onEdit={() => onEdit(tag)} />
            ))}
          </Grid>
        )}
      </section>
    );
  });
};

/** The list of tags next to the open one. */
export const TagList = ({
  tags,
  current,
  unsaved,
}: {
  tags: readonly Tag[];
  current: string;
  unsaved: boolean;
}): ReactNode => {
  const t = useT('tags');
  return (
    <nav className={css['list']} aria-label={t('title')}>
      {groups.map(([name, belongs]) => {
        const shown = tags.filter(belongs);
        return shown.length === 0 ? null : (
          <div key={name}>
            <h2 className={css['list-title']}>{t(`group.${name}`)}</h2>
            <ul>
              {shown.map((tag) => (
                <li key={tag.id}>
                  <ScreenLink
                    screen="staff.tags"
                    search={{ tag: tag.id }}
                    className={css['item']!}
                    aria-current={tag.id === current ? 'true' : undefined}
                  >
                    <TagBadge color={tag.color}>{ownTitle(tag.title)}</TagBadge>
                    <span className={css['item-facts']}>
                      {tag.id === current && unsaved && (
                        <span className={css['unsaved']} role="img" aria-label={t('unsaved')} title={t('unsaved')} />
                      )}
                      {!tag.is_active && <span>{t('off')}</span>}
                      <span>{formatNumber(tag.employees_count)}</span>
                    </span>
                  </ScreenLink>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
};
