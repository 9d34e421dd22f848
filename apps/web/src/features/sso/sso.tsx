import { SegmentedControl, Skeleton } from '@mantine/core';
import { IconLock, IconWorldOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import { ssoAdmin, usualSsoAttributes, usualClaims } from '@sergak/contract/sso/sso.rules.ts';
import type { SsoSettings } from '@sergak/contract/sso/sso.schema.ts';
import { call } from '../../shared/api.ts';
import { AuthorityField } from '../../shared/connection/authority-field.tsx';
import { useConnectionForm } from '../../shared/connection/connection-form.tsx';
import { Form, PasswordField, TextField } from '../../shared/forms/form.tsx';
import { SelectField, TextAreaField } from '../../shared/forms/more-fields.tsx';
import { SwitchField } from '../../shared/forms/switch-field.tsx';
import { formatDate, formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { useMe } from '../../shared/session.ts';
import { Notice } from '../../shared/ui/notices.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { ErrorState } from '../../shared/ui/states.tsx';
import { ProviderDiagnosis } from './provider-diagnosis.tsx';
import { GroupRoles } from './group-roles.tsx';
import { Links } from './links.tsx';
import { MetadataReader } from './metadata-reader.tsx';
import { SsoCertificates, OwnSide } from './own-side.tsx';
import css from './sso.module.css';
import { ssoInput, probeOf, type SsoValues, ssoValues } from './sso-values.ts';

const attributes = ['email', 'last_name', 'first_name', 'position', 'groups'] as const;

const Provider = ({ stored, may, check }: { stored: SsoSettings; may: boolean; check: ReactNode }): ReactNode => {
  const t = useT('sso');
  const { setValue } = useFormContext<SsoValues>();
  const [protocol, issuer, client] = useWatch<SsoValues, ['protocol', 'issuer', 'client_id']>({
    name: ['protocol', 'issuer', 'client_id'],
  });
  const choose = (next: string): void => {
    setValue('protocol', next as SsoValues['protocol'], { shouldDirty: true });
    setValue('attributes', { ...(next === 'saml' ? usualSsoAttributes : usualClaims) }, { shouldDirty: true });
  };
  const isKept = stored.client_secret_state === 'set' && issuer === stored.issuer && client === stored.client_id;
  return (
    <Section title={t('provider.title')}>
      <div className={css['fields']}>
        <SegmentedControl
          className={css['wide']!}
          style={{ justifySelf: 'start' }}
          aria-label={t('provider.protocol')}
          value={protocol}
          disabled={!may}
          onChange={choose}
          data={[
            { value: 'saml', label: 'SAML 2.0' },
            { value: 'oidc', label: 'OpenID Connect' },
          ]}
        />
        {protocol === 'saml' ? (
          <>
            {may && <MetadataReader />}
            <TextField name="idp_entity_id" disabled={!may} label={t('provider.entity')} />
            <TextField name="idp_sso_url" disabled={!may} label={t('provider.address')} />
            <TextAreaField
              name="certificates"
              disabled={!may}
              className={css['wide']!}
              label={t('provider.certificates')}
              description={t('provider.certificates_hint')}
              maxRows={10}
            />
            {stored.idp_certificate_facts.length > 0 && (
              <ul className={`${css['list']} ${css['wide']}`}>
                {stored.idp_certificate_facts.map((one) => (
                  <li key={one.fingerprint} className={css['quiet']}>
                    {one.subject} · {t('keys.until', { date: formatDate(one.expires_at) })}
                  </li>
                ))}
              </ul>
            )}
          </>
        ) : (
          <>
            <TextField
              name="issuer"
              disabled={!may}
              className={css['wide']!}
              label={t('provider.issuer')}
              description={t('provider.issuer_hint')}
            />
            <TextField name="client_id" disabled={!may} label={t('provider.client')} />
            <PasswordField
              name="client_secret"
              disabled={!may}
              label={t('provider.secret')}
              autoComplete="new-password"

              {...(isKept && { placeholder: t('provider.secret_saved') })}
              {...(stored.client_secret_state === 'lost' && { description: t('commons:sealed.lost_secret') })}
            />
            <AuthorityField disabled={!may} className={css['wide']!} />
          </>
        )}
      </div>
      {may && <div className={css['foot']}>{check}</div>}
    </Section>
  );
};

const People = ({ stored, may }: { stored: SsoSettings; may: boolean }): ReactNode => {
  const t = useT('sso');
  const forced = useWatch<SsoValues, 'forced'>({ name: 'forced' });
  const enabled = useWatch<SsoValues, 'enabled'>({ name: 'enabled' });
  return (
    <>
      <Section title={t('attributes.title')} hint={t('attributes.hint')}>
        <div className={css['names']}>
          {attributes.map((one) => (
            <TextField key={one} name={`attributes.${one}`} disabled={!may} label={t(`attributes.${one}`)} />
          ))}
        </div>
      </Section>
      <Section title={t('groups.title')} hint={t('groups.hint')}>
        <GroupRoles disabled={!may} />
      </Section>
      <Section title={t('rules.title')}>
        <div className={css['stack']}>
          <SwitchField
            name="enabled"
            disabled={!may}
            label={t('rules.enabled')}
            description={t('rules.enabled_hint')}
          />
          <SwitchField
            name="create_accounts"
            disabled={!may}
            label={t('rules.create')}
            description={t('rules.create_hint', { domains: stored.verified_domains.join(', ') || '—' })}
          />
          <SwitchField
            name="forced"
            disabled={!may || !enabled}
            label={t('rules.forced')}
            description={t('rules.forced_hint')}
          />
          {forced && enabled && (
            <SelectField
              name="break_glass_id"
              required
              disabled={!may}
              label={t('rules.break_glass')}
              description={t('rules.break_glass_hint')}
              data={stored.break_glass_people.map((one) => ({
                value: one.id,
                label: `${one.full_name} · ${one.email}`,
              }))}
            />
          )}
        </div>
      </Section>
    </>
  );
};

const SsoForm = ({ stored, may }: { stored: SsoSettings; may: boolean }): ReactNode => {
  const t = useT('sso');
  const test = useWrite('sso.test', { quiet: true });
  const { form, submit, testButton, failure, end } = useConnectionForm({
    call: 'sso.save',
    stored,
    valuesOf: ssoValues,
    read: () => call('sso.get', {}),
    family: 'sso',
    save: useWrite('sso.save', { quiet: true }),
    inputOf: (values: SsoValues, version, proof) => ({ ...ssoInput(values, version), ...proof }),
    test,
    testOf: probeOf,
    savedText: () => t('saved'),
    needsProof: () => true,
    proofTexts: { title: t('ask.title'), text: t('ask.text'), action: t('ask.action') },
  });
  const protocol = useWatch({ control: form.control, name: 'protocol' });
  return (
    <Form form={form} call="sso.save" onSubmit={(values) => submit(values)} className={css['stack']!}>
      <OwnSide stored={stored} protocol={protocol} />
      <Provider stored={stored} may={may} check={testButton} />
      {(test.isPending || test.data !== undefined) && (
        <ProviderDiagnosis outcome={test.isPending ? undefined : test.data} tested={test.variables} />
      )}
      <People stored={stored} may={may} />
      {failure()}
      {end}
    </Form>
  );
};

/** Single sign-on of the organisation: the provider, who may come in, and what the provider needs to know. */
export default function Sso(): ReactNode {
  const t = useT('sso');
  const may = isAtLeast(useMe().role, ssoAdmin);
  const query = useRead('sso.get', {}, { quiet: true });
  const { data } = query;
  if (data === undefined)
    return query.isError ? <ErrorState onRetry={() => void query.refetch()} /> : <Skeleton height={420} radius={14} />;
  return (
    <div className={css['stack']}>
      {!may && (
        <Notice icon={IconLock} title={t('read_only.title')}>
          {t('read_only.text')}
        </Notice>
      )}
      {data.verified_domains.length === 0 && (
        <Notice icon={IconWorldOff} tone="warning" title={t('no_domain.title')}>
          {t('no_domain.text')}
        </Notice>
      )}
      {data.last_success_at !== null && (
        <p className={css['quiet']}>{t('last_success', { when: formatDateTime(data.last_success_at) })}</p>
      )}
      {/* A roll-over of keys raises the version, so the form starts again with it. */}
      <SsoForm
        key={`${data.own_certificates.length}${data.own_certificates[0]?.fingerprint ?? ''}`}
        stored={data}
        may={may}
      />
      {may && data.enabled && <Links />}
      {data.protocol === 'saml' && <SsoCertificates stored={data} may={may} />}
    </div>
  );
}
