import { IconUsersGroup } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { formatNumber } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { SaveBar } from '../../shared/forms/save-bar.tsx';
import { text, useT } from '../../shared/i18n/use-t.ts';
import { showToast } from '../../shared/toasts.ts';
import { StaleNotice } from '../../shared/ui/notices.tsx';
import type { Foreign } from './conflict.ts';
import { missing } from './draft.ts';
import { useMembersAfter } from './rules-outcome.tsx';
import css from './automation.module.css';
import type { TagDraft } from './use-draft.ts';
import { lineTitle } from './words.ts';

const Conflict = ({ edited }: { edited: TagDraft }): ReactNode => {
  const t = useT('automation');
  const said = (one: Foreign): string => {
    if (one.kind === 'rules') return t('conflict.rules');
    const title = lineTitle(t, one.line);
    if (one.kind !== 'changed') return t(`conflict.${one.kind}`, { title });
    return t('conflict.changed', { title, fields: one.fields.map((field) => t(`field.${field}`)).join(', ') });
  };
  const all = (edited.conflict ?? []).map(said);
  return (
    <Suspense fallback={null}>
      <StaleNotice
        icon={IconUsersGroup}
        title={t('conflict.title')}
        text={all.length === 0 ? t('conflict.nothing') : `${all.join('. ')}. ${t('conflict.what_now')}`}
        theirs={t('conflict.theirs')}
        mine={t('conflict.mine')}
        busy={false}
        onTheirs={edited.takeTheirs}
        onMine={edited.keepMine}
      />
    </Suspense>
  );
};

/** People who join and leave when the changed rules are saved; shown next to the save button. */
const Members = ({ tag, edited }: { tag: Tag; edited: TagDraft }): ReactNode => {
  const t = useT('automation');
  const { changed, data, failed } = useMembersAfter(tag, edited);
  const same = data !== undefined && data.joining + data.leaving === 0;
  if (!changed || failed || same) return null;
  return (
    <span className={css['about']}>
      {data === undefined
        ? t('outcome.counting_members')
        : t('save.people', { joining: formatNumber(data.joining), leaving: formatNumber(data.leaving) })}
    </span>
  );
};

/** Rises while something of the tag has not been saved; sends only what changed. */
export const TagSaveBar = ({
  tag,
  edited,
  onActions,
}: {
  tag: Tag;
  edited: TagDraft;
  onActions: () => void;
}): ReactNode => {
  const t = useT('automation');
  const { draft, changed, save, conflict } = edited;
  const short = draft.mine.lines.filter((line) => missing(line).length > 0).length;
  if (conflict !== null) return <Conflict edited={edited} />;
  if (changed === 0) return null;
  const run = (): void =>
    save.mutate(undefined, {
      onSuccess: (saved) => saved && showToast({ kind: 'success', text: text('tips:tag.saved') }),
    });
  return (
    <SaveBar
      changes={changed}
      busy={save.isPending}
      onSave={run}
      onDrop={edited.drop}
      reason={short > 0 ? { text: t('save.missing', { count: short }), onClick: onActions } : undefined}
    >
      <Members tag={tag} edited={edited} />
      <FormError error={save.error} />
    </SaveBar>
  );
};
