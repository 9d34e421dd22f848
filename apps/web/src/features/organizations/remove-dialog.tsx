import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { TYPED_TITLE_MAX } from '@sergak/contract/organizations/organizations.rules.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatNumber } from '../../shared/format.ts';
import { useServerErrorText } from '../../shared/forms/form-error.tsx';
import { useNeeded } from '../../shared/forms/needed.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { followTask } from '../../shared/tasks.ts';
import css from './organization.module.css';
import type { OrganizationPage } from './overview.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import { DialogFooter } from '../../shared/ui/dialog-footer.tsx';

/** The child organisations that prevent the removal, each with a link. */
const Below = ({ of, onGo }: { of: string; onGo: () => void }): ReactNode => {
  const { data } = useRead('organizations.children', { parent_id: of }, { quiet: true });
  return (
    <ul>
      {data?.data.map((one) => (
        <li key={one.id}>
          <ScreenLink screen="organization.one" params={{ organization_id: one.id }} className="link" onClick={onGo}>
            {one.title}
          </ScreenLink>
        </li>
      ))}
    </ul>
  );
};

/** Asks for the title before an organisation is removed with everything in it. */
export const RemoveDialog = ({ page, onClose }: { page: OrganizationPage; onClose: () => void }): ReactNode => {
  const t = useT('organizations');
  const go = useGo();
  const acting = useMe().acting_organization.id;
  const say = useServerErrorText();
  const [typed, setTyped] = useState('');
  const needed = useNeeded(typed);
  const remove = useWrite('organizations.remove-child', { quiet: true, deletedId: page.id });
  const wrong = failedWith(remove.error, 'organization.title_mismatch');
  const submit = (e: FormEvent): void => {
    e.preventDefault();
    if (!needed.check()) return;
    remove.mutate(
      { id: page.id, title: typed },
      {
        onSuccess: ({ task_id }) => {
          followTask({ id: task_id, label: t('remove.task', { title: page.title }), touches: ['organizations'] });
          onClose();
          if (page.parent_id === null || page.parent_id === acting)
            go({ screen: 'organization.own' }, { replace: true });
          else go({ screen: 'organization.one', params: { organization_id: page.parent_id } }, { replace: true });
        },
      },
    );
  };
  const blocked = page.children_count > 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('remove.title', { title: page.title })}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
      closeOnClickOutside={!remove.isPending}
    >
      <form className={css['remove']} onSubmit={submit} noValidate>
        {blocked ? (
          <>
            <p>{t('remove.blocked', { count: page.children_count, number: formatNumber(page.children_count) })}</p>
            <Below of={page.id} onGo={onClose} />
          </>
        ) : (
          <>
            <p>
              {t('remove.text', { count: page.license.users_count, number: formatNumber(page.license.users_count) })}
            </p>
            <p>{t('remove.at_once')}</p>
            <TextInput
              ref={needed.ref}
              data-autofocus
              label={t('remove.type')}
              description={page.title}
              autoComplete="off"
              spellCheck={false}
              maxLength={TYPED_TITLE_MAX}
              value={typed}
              error={needed.error ?? (wrong ? t('remove.wrong') : say(remove.error))}
              onChange={(e) => {
                setTyped(e.currentTarget.value);
                remove.reset();
              }}
            />
          </>
        )}
        <DialogFooter onCancel={onClose}>
          {!blocked && (
            <Button type="submit" color="red" loading={remove.isPending}>
              {t('remove.action')}
            </Button>
          )}
        </DialogFooter>
      </form>
    </Modal>
  );
};
