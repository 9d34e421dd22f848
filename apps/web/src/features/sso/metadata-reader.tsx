import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { SSO_METADATA_BYTES, SSO_URL_MAX } from '@sergak/contract/sso/sso.rules.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { FileDrop } from '../../shared/ui/file-drop.tsx';
import css from './sso.module.css';
import type { SsoValues } from './sso-values.ts';

/** Fills in the provider's data from its metadata, by address or file. Nothing is saved yet. */
export const MetadataReader = (): ReactNode => {
  const t = useT('sso');
  const { setValue } = useFormContext<SsoValues>();
  const [url, setUrl] = useState('');
  const read = useWrite('sso.read-metadata', { quiet: true });
  const take = (from: { url?: string; xml?: string }): void =>
    read.mutate(from, {
      onSuccess: (found) => {
        const how = { shouldDirty: true, shouldValidate: true };
        setValue('idp_entity_id', found.idp_entity_id, how);
        setValue('idp_sso_url', found.idp_sso_url, how);
        setValue('certificates', found.idp_certificates.join('\n'), how);
        showToast({ kind: 'success', text: t('metadata.done') });
      },
    });
  return (
    <div className={`${css['metadata']} ${css['wide']}`}>
      <div className={css['address']}>
        <TextInput
          label={t('metadata.url')}
          placeholder="https://adfs.example.com/FederationMetadata/2007-06/FederationMetadata.xml"
          value={url}
          maxLength={SSO_URL_MAX}
          onChange={(e) => setUrl(e.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={!/^https?:\/\//.test(url.trim())}
          loading={read.isPending}
          onClick={() => take({ url: url.trim() })}
        >
          {t('metadata.read')}
        </Button>
      </div>
      <FileDrop
        label={t('metadata.file')}
        accept={['.xml']}
        maxBytes={SSO_METADATA_BYTES}
        file={null}
        onFile={(file) => void file?.text().then((xml) => take({ xml }))}
      />
      <FormError error={read.error} />
    </div>
  );
};
