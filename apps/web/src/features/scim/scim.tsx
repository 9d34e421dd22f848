import { ActionIcon, Radio } from '@mantine/core';
import { IconCopy, IconEye } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import { type ScimGroupUse, scimGroupUses } from '@sergak/contract/scim/scim.rules.ts';
import { config } from '../../shared/config.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { usePermission, useMe } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ApiTokens } from '../session/public.ts';
import { Notice } from '../../shared/ui/notices.tsx';
import css from './scim.module.css';

const maps = ['mail', 'name', 'title', 'department', 'active'] as const;
/** Protocol names, the same in every language. */
const wire: Partial<Record<(typeof maps)[number], string>> = {
  name: 'name.familyName, givenName, middleName',
  title: 'title',
  department: 'department (Enterprise User)',
};
const wordy = (one: (typeof maps)[number]): one is 'mail' | 'active' => !(one in wire);

const Address = (): ReactNode => {
  const t = useT('scim');
  const address = `${config().apiHost}/scim/v2`;
  const copy = (): void =>
    void navigator.clipboard.writeText(address).then(
      () => showToast({ kind: 'success', text: address }),
      () => showToast({ kind: 'error', text: t('commons:toast.copy_failed') }),
    );
  return (
    <>
      <p className={css['label']}>{t('address')}</p>
      <div className={css['address']}>
        <code>{address}</code>
        <ActionIcon size={32} aria-label={t('copy')} onClick={copy}>
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      </div>
      {!address.startsWith('https:') && <p className={css['warn']}>{t('local', { name: 'SERGAK_PORTAL_URL' })}</p>}
    </>
  );
};

/** What the groups of the provider become. The choice is saved by its button, because a change has consequences. */
const Groups = ({ may }: { may: boolean }): ReactNode => {
  const t = useT('scim');
  const { data } = useRead('scim.get', {}, { quiet: true });
  const save = useWrite('scim.save');
  const [chosen, setChosen] = useState<ScimGroupUse | null>(null);
  if (data === undefined) return null;
  const value = chosen ?? data.groups;
  return (
    <Section title={t('groups_title')}>
      <Radio.Group value={value} onChange={(next) => setChosen(next as ScimGroupUse)} label={t('groups_label')}>
        <div className={css['choices']}>
          {scimGroupUses.map((one) => (
            <Radio
              key={one}
              value={one}
              disabled={!may}
              label={t(`groups.${one}`)}
              description={t(`groups.${one}_hint`)}
            />
          ))}
        </div>
      </Radio.Group>
      <p className={css['limits']}>{t('groups_note')}</p>
      {may && (
        <ActionButton
          variant="default"
          loading={save.isPending}
          blocked={value === data.groups && t('commons:blocked.unchanged')}
          onClick={() =>
            save.mutate(
              { groups: value },
              {
                onSuccess: () => {
                  setChosen(null);
                  showToast({ kind: 'success', text: t('groups_saved') });
                },
              },
            )
          }
        >
          {t('commons:save')}
        </ActionButton>
      )}
    </Section>
  );
};

/** The sync with an identity provider: its address, its mapping, and its tokens. */
export default function Scim(): ReactNode {
  const t = useT('scim');
  const roles = useT('roles');
  const me = useMe();
  const staff = usePermission('admin.staff.employees');
  const may = isAtLeast(me.role, 'system_admin');
  return (
    <div className={css['stack']}>
      {!may && (
        <Notice icon={IconEye} title={roles('read_only.title')}>
          {roles('read_only.text')}
        </Notice>
      )}
      <Section title={t('title')} hint={t('hint')}>
        <Address />
      </Section>
      <ApiTokens kind="scim" />
      <Groups may={may} />
      <Section title={t('maps_title')}>
        <dl className={css['maps']}>
          {maps.map((one) => (
            <div key={one} style={{ display: 'contents' }}>
              <dt>{wordy(one) ? t(`maps.${one}`) : wire[one]}</dt>
              <dd>{t(`maps.${one}_to`)}</dd>
            </div>
          ))}
        </dl>
        <p className={css['limits']}>{t('limits')}</p>
        {staff && (
          <ButtonLink screen="staff.employees" variant="default">
            {t('to_staff')}
          </ButtonLink>
        )}
      </Section>
    </div>
  );
}
