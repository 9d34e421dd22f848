import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCheck, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { TITLE_MAX } from '@sergak/contract/text.rules.ts';
import { detailsOf, failedWith } from '../../shared/api-error.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useNeeded } from '../../shared/forms/needed.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { Modal } from '../../shared/ui/overlays.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { paused } from '../../shared/ui/paused.ts';
import css from './templates.module.css';

type Category = { id: string; title: string; templates_count: number };

type RowProps = { category: Category; ids: readonly string[]; onFail: (error: unknown) => void };
const Row = ({ category: { id, title, templates_count: count }, ids, onFail }: RowProps): ReactNode => {
  const t = useT('phishing__templates');
  const [name, setName] = useState(title);
  const rename = useWrite('phishing.category-update', { quiet: true });
  const reorder = useWrite('phishing.categories-reorder', { quiet: true });
  const remove = useWrite('phishing.category-delete', { quiet: true });
  const end = { onSuccess: () => onFail(null), onError: onFail };
  const at = ids.indexOf(id);
  const move = (by: 1 | -1): void => {
    const next = [...ids];
    [next[at], next[at + by]] = [next[at + by]!, next[at]!];
    reorder.mutate({ ids: next }, end);
  };
  const changed = name.trim() !== '' && name.trim() !== title;
  return (
    <li>
      <TextInput
        aria-label={t('categories.rename', { title })}
        description={t('categories.count', { count })}
        inputWrapperOrder={['input', 'description']}
        maxLength={TITLE_MAX}
        value={name}
        onChange={(e) => setName(e.currentTarget.value)}
        onKeyDown={(e) => {
          if (e.key === 'Enter' && changed) rename.mutate({ id, title: name }, end);
        }}
      />
      {changed && (
        <ActionIcon
          size={36}
          aria-label={t('categories.save')}
          loading={rename.isPending}
          onClick={() => rename.mutate({ id, title: name }, end)}
        >
          <IconCheck size={18} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('categories.up', { title })}
        {...paused(at === 0 || reorder.isPending, () => move(-1))}
      >
        <IconArrowUp size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('categories.down', { title })}
        {...paused(at === ids.length - 1 || reorder.isPending, () => move(1))}
      >
        <IconArrowDown size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        size={36}
        aria-label={t('categories.remove', { title })}
        loading={remove.isPending}
        onClick={() => remove.mutate({ id }, end)}
      >
        <IconTrash size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </li>
  );
};

/** Names of the templates that keep a category from being deleted. */
const keepers = (error: unknown): string => {
  const templates = detailsOf(error, 'template_category.in_use')?.templates ?? [];
  return templates.map((name) => `«${name}»`).join(', ');
};

/** Adds, renames, orders and deletes the categories of templates. Each change is stored at once. */
export const CategoriesDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const t = useT('phishing__templates');
  const categories = useRead('phishing.categories', {});
  const create = useWrite('phishing.category-create', { quiet: true });
  const [title, setTitle] = useState('');
  const needed = useNeeded(title);
  const [failure, setFailure] = useState<unknown>(null);
  const data = categories.data?.data;
  const add = (): void =>
    create.mutate(
      { title: title.trim() },
      {
        onSuccess: () => {
          setTitle('');
          setFailure(null);
        },
        onError: setFailure,
      },
    );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('categories.title')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <div className={css['form']}>
        {categories.isError && data === undefined ? (
          <ErrorState onRetry={() => void categories.refetch()} />
        ) : data === undefined ? (
          <LoadingState />
        ) : data.length === 0 ? (
          <EmptyState title={t('categories.empty')} />
        ) : (
          <ul className={css['categories']}>
            {data.map((category) => (
              <Row
                key={`${category.id} ${category.title}`}
                category={category}
                ids={data.map((one) => one.id)}
                onFail={setFailure}
              />
            ))}
          </ul>
        )}
        {failure !== null &&
          (failedWith(failure, 'template_category.in_use') ? (
            <p role="alert" className={css['kept']}>
              {t('categories.in_use', { templates: keepers(failure) })}
            </p>
          ) : (
            <FormError error={failure} />
          ))}
        <form
          className={css['add']}
          onSubmit={(e) => {
            e.preventDefault();
            if (needed.check()) add();
          }}
          noValidate
        >
          <TextInput
            ref={needed.ref}
            error={needed.error}
            label={t('categories.new')}
            maxLength={TITLE_MAX}
            value={title}
            onChange={(e) => setTitle(e.currentTarget.value)}
          />
          <Button type="submit" loading={create.isPending}>
            {t('categories.add')}
          </Button>
        </form>
      </div>
    </Modal>
  );
};
