import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { failedWith } from '../api-error.ts';
import { useT } from '../i18n/use-t.ts';
import { StaleNotice } from '../ui/notices.tsx';
import { FormError } from './form-error.tsx';
import type { FieldsByErrorCode } from './rejections.ts';

type Props = {
  error: unknown;
  fields?: FieldsByErrorCode;
  busy: boolean;
  /** Loads the stored version into the form. */
  onTheirs: () => void;
  /** Overwrites the stored version with the form. */
  onMine: () => void;
};
/** The error of saving a thing that has a version: if another person saved it first (409), the person chooses a version. */
export const SaveError = ({ error, fields, busy, onTheirs, onMine }: Props): ReactNode => {
  const t = useT('commons');
  if (!failedWith(error, 'common.stale_version')) return <FormError error={error} fields={fields} />;
  return (
    <StaleNotice
      icon={IconUsers}
      title={t('stale.title')}
      text={t('stale.not_saved')}
      theirs={t('stale.theirs')}
      mine={t('stale.overwrite')}
      busy={busy}
      onTheirs={onTheirs}
      onMine={onMine}
    />
  );
};
