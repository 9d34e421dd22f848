import { ColorInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { TAG_COLOR, tagColors } from '@sergak/contract/tags/tags.rules.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { FormDialogFooter, TitleField } from '../../shared/forms/dialog-parts.tsx';
import { FormError } from '../../shared/forms/form-error.tsx';
import { Form, useForm } from '../../shared/forms/form.tsx';
import { formatNumber } from '../../shared/format.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import css from './tags.module.css';

type Props = { tag: Tag | null; onClose: () => void; onCreated: (tag: Tag) => void; onRemoved: () => void };
/** Creates, renames, recolours or deletes a tag of the organisation. */
export default function TagModal({ tag, onClose, onCreated, onRemoved }: Props): ReactNode {
  const t = useT('tags');
  const form = useForm({ title: tag?.title ?? '' });
  const [color, setColor] = useState(tag?.color ?? TAG_COLOR);
  const [removing, setRemoving] = useState(false);
  const create = useWrite('tags.create', { tip: 'tips:tag.create', quiet: true });
  const update = useWrite('tags.update', { tip: 'tips:tag.update', quiet: true });
  const remove = useWrite('tags.remove', { tip: 'tips:tag.delete' });
  const save = ({ title }: { title: string }): Promise<unknown> =>
    (tag === null
      ? create.mutateAsync({ title, color }).then(onCreated)
      : update.mutateAsync({ id: tag.id, title, color, version: tag.version })
    ).then(onClose, () => undefined);
  return (
    <Modal
      opened
      onClose={onClose}
      unsaved={color !== (tag?.color ?? TAG_COLOR)}
      title={tag === null ? t('new') : t('edit')}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      <Form form={form} call="tags.create" onSubmit={save} className={css['form']!}>
        <TitleField label={t('field.title')} />
        <ColorInput
          label={t('field.color')}
          value={color}
          onChange={setColor}
          onBlur={() => {
            if (!/^#[0-9a-f]{6}$/i.test(color)) setColor(tag?.color ?? TAG_COLOR);
          }}
          swatches={[...tagColors]}
          swatchesPerRow={10}
          format="hex"
          withEyeDropper={false}
        />
        <FormError error={create.error ?? update.error} fields={{ 'tag.title_taken': 'title' }} />
        <FormDialogFooter
          action={tag === null ? t('create_action') : t('commons:save')}
          onRemove={tag === null ? undefined : () => setRemoving(true)}
          onClose={onClose}
        />
      </Form>
      <ConfirmDialog
        opened={removing}
        title={t('remove.title', { title: ownTitle(tag?.title ?? '') })}
        action={t('remove.action')}
        final
        busy={remove.isPending}
        onClose={() => setRemoving(false)}
        onConfirm={() =>
          tag !== null &&
          remove.mutate(
            { id: tag.id },
            {
              onSuccess: () => {
                onClose();
                onRemoved();
              },
              onSettled: () => setRemoving(false),
            },
          )
        }
      >
        {t('remove.text', { count: tag?.employees_count ?? 0, number: formatNumber(tag?.employees_count ?? 0) })}
      </ConfirmDialog>
    </Modal>
  );
}
