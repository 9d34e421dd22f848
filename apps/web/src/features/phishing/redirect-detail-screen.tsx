import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { RedirectPage } from '@sergak/contract/phishing/phishing.schema.ts';
import { failedWith } from '../../shared/api-error.ts';
import { formatDate, formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { ActionButton } from '../../shared/ui/action-button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Facts, Section } from '../../shared/ui/section.tsx';
import { ErrorState, LoadingState, NotFound } from '../../shared/ui/states.tsx';
import { useRedirectTrail } from './editor-frame.tsx';
import css from './phishing.module.css';
import { PreviewFrame } from './preview-frame.tsx';

const Actions = ({ page }: { page: RedirectPage }): ReactNode => {
  const t = useT('phishing');
  const go = useGo();
  const [asking, setAsking] = useState(false);
  const remove = useWrite('phishing.redirect-page-delete', { tip: 'tips:redirect_page.deleted' });
  return (
    <>
      <ActionButton
        variant="default"
        leftSection={<IconTrash size={16} />}
        blocked={page.campaigns_count > 0 && t('redirect.used')}
        onClick={() => setAsking(true)}
      >
        {t('commons:delete')}
      </ActionButton>
      <ButtonLink screen="phishing.redirect-edit" params={{ id: page.id }} leftSection={<IconPencil size={16} />}>
        {t('commons:edit')}
      </ButtonLink>
      <ConfirmDialog
        opened={asking}
        title={t('redirect.delete', { name: page.name })}
        action={t('redirect.delete_action')}
        final
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ id: page.id }, { onSuccess: () => go({ screen: 'phishing.redirect' }) })}
      />
    </>
  );
};

/** One redirect page as people see it. */
export default function RedirectDetailScreen(): ReactNode {
  const t = useT('phishing');
  const { id } = useScreenParams('phishing.redirect-detail');
  const page = useRead('phishing.redirect-page', { id }, { quiet: true, fresh: true });
  const trail = useRedirectTrail();
  const { data } = page;
  if (data === undefined) {
    if (failedWith(page.error, 'redirect_page.not_found', 'request.invalid')) return <NotFound />;
    return page.isError ? <ErrorState onRetry={() => void page.refetch()} /> : <LoadingState />;
  }
  return (
    <>
      <PageHead title={data.name} trail={trail} actions={<Actions page={data} />} />
      <div className={css['columns']}>
        <Section className={css['main']}>
          <PreviewFrame input={{ redirect_page_id: data.id }} title={data.name} people />
        </Section>
        <Section className={css['side']}>
          <Facts
            items={[
              [t('redirect.column_campaigns'), formatNumber(data.campaigns_count)],
              [t('redirect.column_created'), formatDate(data.created_at)],
            ]}
          />
        </Section>
      </div>
    </>
  );
}
