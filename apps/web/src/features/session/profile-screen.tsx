import { Avatar, Button, Skeleton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type ReactNode, Suspense, useRef } from 'react';
import { isAtLeast } from '@sergak/contract/access/roles.ts';
import type { Language } from '@sergak/contract/session/session.schema.ts';
import { AVATAR_BYTES, PASSWORD_MAX } from '@sergak/contract/session/session.rules.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatBytes } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { required } from '../../shared/forms/rules.ts';
import { changeLanguage, languageNames, languages } from '../../shared/i18n/i18n.ts';
import { useLanguage, useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useWrite } from '../../shared/query.ts';
import { fullName, usePermission, useMe } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { Facts, Section } from '../../shared/ui/section.tsx';
import { OwnCertificates } from '../certificates/public.ts';
import { NewPasswordField, passwordChecks, personalWords } from './new-password.tsx';
import { OwnAddress } from './own-address.tsx';
import { PlainFormBox, PlainPassword, PlainSubmit, usePlainForm } from './plain-form.tsx';
import { Select } from '../../shared/ui/select.tsx';
import css from './session.module.css';

const ProfileSections = lazy(() => import('./profile-sections.tsx'));

/** The own picture; a click replaces it. */
const Picture = (): ReactNode => {
  const t = useT('session');
  const me = useMe();
  const input = useRef<HTMLInputElement>(null);
  const upload = useWrite('session.avatar', { tip: 'tips:profile.avatar' });
  const take = (file: File | undefined): void => {
    if (file === undefined) return;
    if (file.size > AVATAR_BYTES)
      showToast({ kind: 'error', text: t('commons:file.too_large', { size: formatBytes(AVATAR_BYTES) }) });
    else upload.mutate({ avatar: file });
  };
  return (
    <div className={css['who']}>
      <Avatar
        src={me.avatar_url}
        size={88}
        color="brand"
        variant="light"
        alt=""
      >{`${me.first_name.charAt(0)}${me.last_name.charAt(0)}`}</Avatar>
      <div>
        <p className={css['who-name']}>{fullName(me)}</p>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPhoto size={16} />}
          loading={upload.isPending}
          onClick={() => input.current?.click()}
        >
          {t(me.avatar_url === null ? 'profile.add_picture' : 'profile.change_picture')}
        </Button>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          hidden
          tabIndex={-1}
          aria-hidden
          onChange={(e) => {
            take(e.currentTarget.files?.[0]);
            e.currentTarget.value = '';
          }}
        />
      </div>
    </div>
  );
};

const LanguageSelect = (): ReactNode => {
  const t = useT('session');
  const language = useLanguage();
  const remember = useWrite('session.set-language', { tip: 'tips:profile.language' });
  const choose = (value: string | null): void => {
    if (value === null) return;
    void changeLanguage(value as Language).then((done) => done && remember.mutate({ language: value as Language }));
  };
  return (
    <Select
      label={t('profile.language')}
      description={t('profile.language_hint')}
      value={language}
      onChange={choose}
      data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
    />
  );
};

const ChangePassword = (): ReactNode => {
  const t = useT('session');
  const me = useMe();
  const form = usePlainForm({ current: '', password: '' }, { current: [required], password: passwordChecks });
  const change = useWrite('session.change-password', { quiet: true, tip: 'tips:profile.password' });
  const wrong = failedWith(change.error, 'session.wrong_credentials');
  return (
    <PlainFormBox
      form={form}
      className={css['form']}
      onSubmit={(values) => change.mutate(values, { onSuccess: () => form.reset() })}
    >
      <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
      <PlainPassword
        name="current"
        label={t('profile.current_password')}
        autoComplete="current-password"
        maxLength={PASSWORD_MAX}
      />
      <NewPasswordField personal={personalWords(me.email, me.last_name, me.first_name)} />
      {wrong ? (
        <p role="alert" className="form-error">
          {t('profile.wrong_current')}
        </p>
      ) : (
        <FormError error={change.error} />
      )}
      <div>
        <PlainSubmit busy={change.isPending}>{t('profile.change_password')}</PlainSubmit>
      </div>
    </PlainFormBox>
  );
};

/** My account, picture, language and password; the same on both sides of the portal. */
export default function ProfileScreen(): ReactNode {
  const t = useT('session');
  const me = useMe();
  const may = usePermission('user.learning');
  return (
    <>
      <PageHead title={t('profile.title')} />
      <div className={css['profile']}>
        <div className={css['column']}>
          <Section>
            <Picture />
            <Facts
              items={[
                [t('email'), me.email],
                [t('profile.position'), me.position || '—'],
                [t('profile.department'), me.department ? ownTitle(me.department.title) : '—'],
                [t('profile.organization'), me.organization.title],
                [t('profile.role'), t(`role.${me.role}`)],
              ]}
            />
          </Section>
          {may && <OwnCertificates />}
          <div className={css['records']}>
            <Suspense fallback={<Skeleton height={320} radius={14} />}>
              <ProfileSections part="records" />
            </Suspense>
          </div>
        </div>
        <div className={css['column']}>
          <Section title={t('profile.settings')}>
            <LanguageSelect />
          </Section>
          <Section title={t('profile.password')} hint={t('profile.password_hint')}>
            <ChangePassword />
          </Section>
          {isAtLeast(me.role, 'content_manager') && (
            <Section title={t('profile.address')} hint={t('profile.address_hint')}>
              <OwnAddress />
            </Section>
          )}
          <Suspense fallback={<Skeleton height={160} radius={14} />}>
            <ProfileSections part="sign-in" />
          </Suspense>
        </div>
      </div>
    </>
  );
}
