import { Button, Checkbox } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Campaign } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useWrite } from '../../shared/query.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';

type Props = { readonly campaign: Pick<Campaign, 'id' | 'resendable'> };

/** Sends the emails again that nobody got, at once; those that perhaps arrived only if that is confirmed in a dialog. */
export const ResendButton = ({ campaign }: Props): ReactNode => {
  const t = useT('campaigns');
  const [asking, setAsking] = useState(false);
  const [withUnknown, setWithUnknown] = useState(false);
  const resend = useWrite('campaigns.resend', { tip: 'tips:campaign.resent' });
  const { failed, unknown } = campaign.resendable ?? { failed: 0, unknown: 0 };
  if (failed + unknown === 0) return null;
  const close = (): void => {
    setAsking(false);
    setWithUnknown(false);
  };
  const send = (with_unknown: boolean): void => resend.mutate({ id: campaign.id, with_unknown }, { onSuccess: close });
  const chosen = failed + (withUnknown ? unknown : 0);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMailForward size={16} />}
        loading={resend.isPending}
        onClick={() => (unknown === 0 ? send(false) : setAsking(true))}
      >
        {t('resend.open', { number: formatNumber(failed + unknown) })}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('resend.title')}
        action={t('resend.open', { number: formatNumber(chosen) })}
        danger={false}
        busy={resend.isPending}
        ready={chosen > 0}
        onClose={close}
        onConfirm={() => send(withUnknown)}
      >
        {failed > 0 && <p>{t('resend.failed', { count: failed, number: formatNumber(failed) })}</p>}
        <p>{t('resend.unknown', { count: unknown, number: formatNumber(unknown) })}</p>
        <Checkbox
          label={t('resend.with_unknown', { number: formatNumber(unknown) })}
          checked={withUnknown}
          onChange={(e) => setWithUnknown(e.currentTarget.checked)}
        />
      </ConfirmDialog>
    </>
  );
};
