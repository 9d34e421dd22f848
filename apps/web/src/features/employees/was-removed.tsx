import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FormerHolder } from '@sergak/contract/employees/employees.schema.ts';
import { formatDate } from '../../shared/format.ts';
import { FormError } from '../../shared/forms/form-error.tsx';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useWrite } from '../../shared/query.ts';
import css from './employees.module.css';

type Props = { former: FormerHolder; busy: boolean; onAdd: () => void; onClose: () => void };

/** The address belonged to a recently removed person: restore that person, or add a new one. */
export const WasRemoved = ({ former, busy, onAdd, onClose }: Props): ReactNode => {
  const t = useT('employees');
  const restore = useWrite('employees.restore', { tip: 'tips:employess.restore', quiet: true });
  const place = [former.position, ownTitle(former.department)].filter(Boolean).join(', ');
  return (
    <div className={css['notice']} role="alert">
      <p>
        <strong>{t('was_removed.title', { name: former.full_name, date: formatDate(former.removed_at) })}</strong>
      </p>
      {place !== '' && <p>{place}</p>}
      <p>{former.restorable ? t('was_removed.text') : t('was_removed.forbidden')}</p>
      <FormError error={restore.error} />
      <div className={css['foot']}>
        <Button variant="default" loading={busy} disabled={restore.isPending} onClick={onAdd}>
          {t('was_removed.add')}
        </Button>
        {former.restorable && (
          <Button
            leftSection={<IconArrowBackUp size={16} />}
            loading={restore.isPending}
            disabled={busy}
            onClick={() => restore.mutate({ id: former.id }, { onSuccess: onClose })}
          >
            {t('was_removed.restore')}
          </Button>
        )}
      </div>
    </div>
  );
};
