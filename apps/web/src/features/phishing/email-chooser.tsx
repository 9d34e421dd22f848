import { Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconEye, IconPaperclip, IconSearch } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { isFound } from '@sergak/contract/fold.rules.ts';
import type { TemplateGroup } from '@sergak/contract/phishing/phishing.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { DifficultyBadge, TemplateLogo, Success } from './marks.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';
import { anyEmail, ChooserFilters, filteredGroups, filteredStarters } from './chooser-filters.tsx';
import { ChoiceRow } from './choice-row.tsx';
import css from './phishing.module.css';
import { PreviewFrame } from './preview-frame.tsx';
import { StarterChoices } from './starter-choices.tsx';
import { useSubject } from './use-subject.ts';

type Email = TemplateGroup['templates'][number]['emails'][number];
/** An email of a template that the choice has just copied from the library. */
export type AdoptedEmail = { readonly id: string; readonly name: string };
type Props = {
  chosen: readonly string[];
  onChoose: (ids: string[], adopted: readonly AdoptedEmail[]) => void;
  onClose: () => void;
};

type RowProps = Pick<ComponentProps<typeof ChoiceRow>, 'name' | 'ticked' | 'shown' | 'onTick' | 'onShow'> & {
  email: Email;
};
const EmailRow = ({ email, ...row }: RowProps): ReactNode => {
  const t = useT('phishing');
  const subject = useSubject();
  return (
    <ChoiceRow
      {...row}
      subject={subject(email.subject)}
      marks={
        email.attachments.length > 0 && (
          <IconPaperclip
            size={16}
            role="img"
            aria-label={t('chooser.attachment', { name: email.attachments.map((one) => one.name).join(', ') })}
          />
        )
      }
    >
      <Success sent={email.sent} fell={email.fell} />
    </ChoiceRow>
  );
};

type GroupProps = {
  group: TemplateGroup;
  ticked: ReadonlySet<string>;
  shown: string | undefined;
  onToggle: (ids: readonly string[], on: boolean) => void;
  onShow: (email: Email) => void;
};
/** The emails of a category; its tick chooses them all. */
const GroupChoices = ({ group, ticked, shown, onToggle, onShow }: GroupProps): ReactNode => {
  const ids = group.templates.flatMap((one) => one.emails.map((email) => email.id));
  const count = ids.filter((id) => ticked.has(id)).length;
  return (
    <fieldset className={css['choice-group']}>
      <legend>
        <Checkbox
          label={group.category}
          checked={count === ids.length && count > 0}
          indeterminate={count > 0 && count < ids.length}
          onChange={() => onToggle(ids, count < ids.length)}
        />
      </legend>
      {group.templates.map((one) => (
        <div key={one.id} className={css['choice-template']}>
          <TemplateLogo src={one.logo} size={30} />
          <div>
            {one.emails.map((email) => (
              <EmailRow
                key={email.id}
                email={email}
                name={one.emails.length > 1 ? `${one.name}: ${email.name}` : one.name}
                ticked={ticked.has(email.id)}
                shown={shown === email.id}
                onTick={() => {
                  onToggle([email.id], !ticked.has(email.id));
                  if (!ticked.has(email.id)) onShow(email);
                }}
                onShow={() => onShow(email)}
              />
            ))}
          </div>
          <DifficultyBadge difficulty={one.difficulty} />
        </div>
      ))}
    </fieldset>
  );
};

/** Chooses emails by category, difficulty and language, with a preview of each. «Choose» is enabled once at least one is ticked. */
export const EmailChooser = ({ chosen, onChoose, onClose }: Props): ReactNode => {
  const t = useT('phishing');
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, 500);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(chosen));
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<{ id: string; name: string; starter: boolean } | null>(null);
  const view = useRef<HTMLDivElement>(null);
  // On a phone the preview is below the list.
  useEffect(() => {
    if (shown !== null) view.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  const library = useRead('phishing.starter-templates', {}, { quiet: true });
  const adopt = useWrite('phishing.starter-adopt');
  const groups = useRead('phishing.templates', { search: asked });
  const [filter, setFilter] = useState(anyEmail);
  const stored = groups.data?.data;
  const data = stored && filteredGroups(stored, filter);
  const starters = (library.data?.data ?? []).filter((one) => one.copy === null);
  const entries = filteredStarters(starters, filter).filter((one) =>
    isFound(`${one.name} ${one.subject} ${one.description}`, search),
  );
  const categories = [
    ...new Set([
      ...(filter.category === '' ? [] : [filter.category]),
      ...(stored ?? []).map((group) => group.category),
      ...starters.map((one) => one.category_title),
    ]),
  ].toSorted((a, b) => a.localeCompare(b));
  const isNarrowed = search.trim() !== '' || Object.values(filter).some((one) => one !== '');
  const choose = (): void => {
    if (taken.size === 0) return onChoose([...ticked], []);
    adopt.mutate(
      { slugs: [...taken] },
      {
        onSuccess: ({ data: made }) => {
          const names = new Map(library.data?.data.map((one) => [one.slug, one.name]));
          const adopted = made.flatMap(({ slug, email_id: id }) =>
            id === null ? [] : [{ id, name: names.get(slug) ?? slug }],
          );
          onChoose([...new Set([...ticked, ...adopted.map((one) => one.id)])], adopted);
        },
      },
    );
  };
  const toggle = (ids: readonly string[], on: boolean): void =>
    setTicked((now) => {
      const next = new Set(now);
      for (const id of ids)
        if (on) next.add(id);
        else next.delete(id);
      return next;
    });
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(1120px, 96vw)"
      title={t('chooser.title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <TextInput
        value={search}
        onChange={(e) => setSearch(e.currentTarget.value)}
        placeholder={t('templates.search')}
        aria-label={t('templates.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        data-autofocus
      />
      <ChooserFilters
        categories={categories}
        value={filter}
        onChange={(patch) => setFilter((now) => ({ ...now, ...patch }))}
      />
      <div className={css['chooser']}>
        <div className={css['choices']}>
          {groups.isError && data === undefined ? (
            <ErrorState title={t('chooser.failed')} onRetry={() => void groups.refetch()} />
          ) : data === undefined ? (
            <LoadingState />
          ) : data.length === 0 && entries.length === 0 ? (
            <EmptyState title={t(isNarrowed ? 'chooser.nothing' : 'chooser.none')} />
          ) : (
            data.map((group) => (
              <GroupChoices
                key={group.id}
                group={group}
                ticked={ticked}
                shown={shown?.id}
                onToggle={toggle}
                onShow={({ id, name }) => setShown({ id, name, starter: false })}
              />
            ))
          )}
          <StarterChoices
            entries={entries}
            ticked={taken}
            shown={shown?.starter === true ? shown.id : null}
            onTick={(slug) =>
              setTaken((now) => {
                const next = new Set(now);
                if (!next.delete(slug)) next.add(slug);
                return next;
              })
            }
            onShow={(one) => setShown({ id: one.slug, name: one.name, starter: true })}
          />
        </div>
        <div ref={view} className={css['chooser-view']}>
          {shown === null ? (
            <EmptyState icon={IconEye} title={t('chooser.look_hint')} />
          ) : (
            <PreviewFrame
              input={shown.starter ? { slug: shown.id, what: 'email' } : { email_id: shown.id }}
              title={shown.name}
            />
          )}
        </div>
      </div>
      <DialogFooter
        onCancel={onClose}
        start={
          <span className={css['counter']} aria-live="polite">
            {t('chooser.count', { count: ticked.size + taken.size })}
          </span>
        }
      >
        <ActionButton
          blocked={ticked.size + taken.size === 0 && t('commons:blocked.choose')}
          loading={adopt.isPending}
          onClick={choose}
        >
          {t('commons:choose')}
        </ActionButton>
      </DialogFooter>
    </Modal>
  );
};
