import { Button } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { SsoSettings } from '@sergak/contract/sso/sso.schema.ts';
import { formatDate } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { CopyAction } from '../../shared/ui/copy-action.tsx';
import { Notice } from '../../shared/ui/notices.tsx';
import { Section } from '../../shared/ui/section.tsx';
import css from './sso.module.css';

/** What the administrator enters on the side of the provider. */
export const OwnSide = ({
  stored,
  protocol,
}: {
  stored: SsoSettings;
  protocol: SsoSettings['protocol'];
}): ReactNode => {
  const t = useT('sso');
  const facts =
    protocol === 'saml'
      ? ([
          ['metadata_url', stored.metadata_url],
          ['entity_id', stored.entity_id],
          ['acs_url', stored.acs_url],
        ] as const)
      : ([['redirect_uri', stored.redirect_uri]] as const);
  return (
    <Section title={t('own.title')} hint={t(protocol === 'saml' ? 'own.hint_saml' : 'own.hint_oidc')}>
      <dl className={css['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`own.${name}`)}</dt>
            <dd>
              <code>{value}</code>
              <CopyAction text={value} label={t('own.copy')} done={t('own.copied')} />
            </dd>
          </div>
        ))}
      </dl>
      {protocol === 'saml' && stored.own_certificates.length === 0 && <p className={css['quiet']}>{t('own.no_key')}</p>}
    </Section>
  );
};

/** Our certificates and their roll-over. */
export const SsoCertificates = ({ stored, may }: { stored: SsoSettings; may: boolean }): ReactNode => {
  const t = useT('sso');
  const [asking, setAsking] = useState(false);
  const add = useWrite('sso.add-certificate', {});
  const activate = useWrite('sso.activate-certificate', {});
  const { own_certificates: own } = stored;
  const isLost = stored.key_state === 'lost';
  if (own.length === 0) return null;
  return (
    <Section title={t('keys.title')} hint={t('keys.hint')}>
      <ul className={css['list']}>
        {own.map((one) => (
          <li key={one.fingerprint}>
            <div>
              {t(one.active ? 'keys.active' : 'keys.next')} · {t('keys.until', { date: formatDate(one.expires_at) })}
            </div>
            <code>{one.fingerprint}</code>
          </li>
        ))}
      </ul>
      {isLost && (
        <Notice icon={IconKeyOff} tone="bad" title={t('keys.lost_title')}>
          {t('keys.lost')}
        </Notice>
      )}
      {may && (
        <p>
          {own.length === 1 || isLost ? (
            <Button variant="default" loading={add.isPending} onClick={() => add.mutate({})}>
              {t(isLost ? 'keys.make' : 'keys.add')}
            </Button>
          ) : (
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('keys.activate')}
            </Button>
          )}
        </p>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('keys.activate_title')}
        action={t('keys.activate')}
        busy={activate.isPending}
        onConfirm={() => activate.mutate({}, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        {t('keys.activate_text')}
      </ConfirmDialog>
    </Section>
  );
};
