import { ActionIcon, Radio } from '@mantine/core';
import { IconBook, IconBolt, IconFishHook, IconKey, IconMail, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { clampDefer, deferMax, hourText, isSingle } from '@sergak/contract/automation/automation.rules.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead } from '../../shared/query.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { ActionCourses } from './action-courses.tsx';
import { ActionEmails } from './action-emails.tsx';
import { ActionMessage } from './action-message.tsx';
import { typeChoices } from './choices.ts';
import { changeLine, changeType, dropLine, type Line, markOf, type PartProps } from './draft.ts';
import { NumberBox } from './number-box.tsx';
import css from './automation.module.css';
import type { TagDraft } from './use-draft.ts';
import { lineTitle, whenWords } from './words.ts';
import { Select } from '../../shared/ui/select.tsx';

const icons: Record<Line['type'], TablerIcon> = {
  none: IconBolt,
  course: IconBook,
  letter: IconMail,
  phishing: IconFishHook,
  registration_link: IconKey,
};

const Marked = ({ edited, line }: { edited: TagDraft; line: Line }): ReactNode => {
  const t = useT('automation');
  const mark = markOf(edited.draft, line);
  if (line.type === 'none') return <StatusBadge tone="neutral">{t('mark.none')}</StatusBadge>;
  if (mark === null) return null;
  return <StatusBadge tone={mark === 'new' ? 'planned' : 'warning'}>{t(`mark.${mark}`)}</StatusBadge>;
};

/** The delay, limited to the life of the tag, and a sentence that says when the action runs. */
const When = ({ tag, line, life, onChange }: PartProps & { tag: Tag; life: number }): ReactNode => {
  const t = useT('automation');
  const { data } = useRead('automation.schedule', {}, { quiet: true });
  const hour = line.type === 'registration_link' ? line.link_time : hourText(data?.hour ?? 10);
  const max = deferMax(life);
  return (
    <div className={css['when']}>
      {max > 0 && (
        <NumberBox
          className={css['short']!}
          label={t('field.defer_by')}
          value={line.defer_by}
          clamp={(days) => clampDefer(days, life)}
          onValue={(defer_by) => onChange({ defer_by })}
        />
      )}
      <p className={css['about']}>
        {whenWords(t, line.defer_by, hour)}
        {` ${max > 0 ? t('when.max', { max }) : t(tag.type === 'arbitrary' ? 'when.no_term' : 'when.no_life')}`}
      </p>
    </div>
  );
};

const ForMembers = ({ tag, line, onChange }: PartProps & { tag: Tag }): ReactNode => {
  const t = useT('automation');
  const count = tag.employees_count;
  if (line.id !== null)
    return <p className={css['about']}>{t(line.for_members === 'all' ? 'members.was_all' : 'members.was_new')}</p>;
  if (count === 0) return null;
  return (
    <Radio.Group
      label={t('members.label')}
      value={line.for_members}
      onChange={(value) => onChange({ for_members: value as Line['for_members'] })}
    >
      <div className={css['radios']}>
        <Radio value="all" label={t('members.all', { count, number: formatNumber(count) })} />
        <Radio value="new" label={t('members.new')} />
      </div>
    </Radio.Group>
  );
};

/** One action of a tag: its type, its content and its delay. */
export const ActionCard = ({ tag, line, edited }: { tag: Tag; line: Line; edited: TagDraft }): ReactNode => {
  const t = useT('automation');
  const heading = useId();
  const { draft, set } = edited;
  const Mark = icons[line.type];
  const title = lineTitle(t, line);
  const change = (patch: Partial<Line>): void => set(changeLine(draft, line.key, patch));
  const part: PartProps = { line, onChange: change };
  const choices = typeChoices(tag, draft.mine.lines, line);
  return (
    <li className={css['action']} aria-labelledby={heading} data-mark={markOf(draft, line) ?? undefined}>
      <div className={css['action-head']}>
        <span className={css['action-icon']}>
          <Mark size={20} stroke={1.7} aria-hidden />
        </span>
        <h3 id={heading} className={css['action-title']}>
          {title}
        </h3>
        <Marked edited={edited} line={line} />
        <ActionIcon aria-label={t('remove', { title })} onClick={() => set(dropLine(draft, line.key))}>
          <IconTrash size={18} stroke={1.7} />
        </ActionIcon>
      </div>
      <Select
        className={css['type']!}
        label={t('field.type')}
        value={line.type}
        data={choices.map(({ type, taken }) => ({
          value: type,
          label: taken ? t('taken', { type: t(`type.${type}`) }) : t(`type.${type}`),
          disabled: taken,
        }))}
        description={line.type !== 'none' && isSingle(line.type) ? t('single') : undefined}
        onChange={(value) => value !== null && set(changeType(draft, line.key, value as Line['type']))}
      />
      {line.type === 'none' && <p className={css['about']}>{t('none_hint')}</p>}
      {line.type === 'course' && <ActionCourses {...part} />}
      {line.type === 'phishing' && <ActionEmails {...part} />}
      {(line.type === 'letter' || line.type === 'registration_link') && <ActionMessage {...part} />}
      {line.type !== 'none' && (
        <>
          <When tag={tag} life={draft.mine.rules.life_days} {...part} />
          <ForMembers tag={tag} {...part} />
        </>
      )}
    </li>
  );
};
