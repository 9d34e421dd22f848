import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { LOGO_BYTES } from '@sergak/contract/organizations/organizations.rules.ts';
import type { Organization } from '@sergak/contract/organizations/organizations.schema.ts';
import { useServerErrorText } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { refetchSession } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import { useFocusAfter } from '../../shared/ui/focus-return.ts';
import { Section } from '../../shared/ui/section.tsx';
import css from './organization.module.css';

const accepted = ['.png', '.jpg', '.jpeg', '.webp', '.svg'] as const;
type Kind = 'light' | 'dark';

const One = ({ organization, kind }: { organization: Organization; kind: Kind }): ReactNode => {
  const t = useT('organizations');
  const say = useServerErrorText();
  const [file, setFile] = useState<File | null>(null);
  const set = useWrite('organizations.set-logo', { quiet: true });
  const remove = useWrite('organizations.remove-logo');
  const address = organization.logo[kind];
  const end = {
    onSuccess: () => {
      showToast({ kind: 'success' as const, text: t('logo.saved') });
      void refetchSession();
    },
    onSettled: () => setFile(null),
  };
  const place = useFocusAfter(address !== null);
  const take = (next: File | null): void => {
    setFile(next);
    if (next !== null) set.mutate({ id: organization.id, kind, logo: next }, end);
  };
  return (
    <div className={css['logo']} ref={place}>
      <h3>{t(`logo.${kind}`)}</h3>
      <div className={css['logo-stage']} data-kind={kind}>
        {address === null ? <span>{t('logo.none')}</span> : <img src={address} alt={t(`logo.${kind}`)} />}
      </div>
      <FileDrop
        label={t('logo.choose')}
        accept={accepted}
        maxBytes={LOGO_BYTES}
        file={file}
        onFile={take}
        disabled={set.isPending}
        error={set.error === null ? undefined : (say(set.error) ?? undefined)}
      />
      {address !== null && (
        <Button
          variant="subtle"
          color="red"
          size="compact-md"
          loading={remove.isPending}
          onClick={() => remove.mutate({ id: organization.id, kind }, end)}
        >
          {t('logo.remove')}
        </Button>
      )}
    </div>
  );
};

/** The two logos: for the light and for the dark theme. Each is stored at once. */
export const Logos = ({ organization }: { organization: Organization }): ReactNode => {
  const t = useT('organizations');
  return (
    <Section part="logo" title={t('logo.title')} hint={t('logo.hint')}>
      <div className={css['logos']}>
        <One organization={organization} kind="light" />
        <One organization={organization} kind="dark" />
      </div>
    </Section>
  );
};
