import type { FigureId } from '@sergak/contract/figures/figures.rules.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconArchive, IconCopy, IconFileImport, IconPencil, IconPlus, IconSend, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Template } from '@sergak/contract/phishing/phishing.schema.ts';
import { formatDate, formatNumber, formatShare } from '../../shared/format.ts';
import { text, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useScreenParams, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { undoAction } from '../../shared/undo.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Facts, Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState, NotFound } from '../../shared/ui/states.tsx';
import { failedWith } from '../../shared/api-error.ts';
import { DifficultyBadge, TemplateLogo, VectorMark } from './marks.tsx';
import css from './phishing.module.css';
import { EmailCard, Estimate, PageCard } from './version-cards.tsx';
import { Figure } from '../../shared/ui/figure.tsx';
import { lazyWindow } from '../../shared/ui/lazy.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';

const ImportDialog = lazyWindow(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

const Statistics = ({ id }: { id: string }): ReactNode => {
  const t = useT('phishing');
  const { data } = useRead('phishing.template-statistics', { id }, { quiet: true });
  if (data === undefined) return <Skeleton height={180} />;
  if (data.recipients === 0) return <p className="quiet">{t('template.never_sent')}</p>;
  const share = (count: number): string => `${formatNumber(count)} (${formatShare(count, data.recipients)})`;
  const item = (figure: FigureId, label: string, value: string) =>
    [
      label,
      <Figure key={figure} id={figure}>
        {value}
      </Figure>,
    ] as const;
  return (
    <Facts
      items={[
        item('template_campaigns', t('template.campaigns'), formatNumber(data.campaigns)),
        item('template_delivered', t('template.received'), formatNumber(data.recipients)),
        item('template_opened', t('template.opened'), share(data.opened)),
        ...(data.reported > 0 ? [item('template_reported', t('template.reported'), share(data.reported))] : []),
        item('template_clicked', t('template.clicked'), share(data.clicked)),
        item('template_entered_data', t('template.entered'), share(data.entered_data)),
        ...(data.opened_attachment > 0
          ? [item('template_opened_attachment', t('template.documents'), share(data.opened_attachment))]
          : []),
        ...(data.last_sent_at ? [[t('template.last'), formatDate(data.last_sent_at)] as const] : []),
      ]}
    />
  );
};

/** A template that was sent before is only archived, and can be restored from the toast. */
const reportRemoval = (id: string, archived: boolean): void =>
  void showToast({
    kind: 'success',
    text: text(archived ? 'tips:template.archived' : 'tips:template.deleted'),
    ...(archived && {
      action: undoAction('phishing.template-update', { id, archived: false }, () =>
        showToast({ kind: 'success', text: text('tips:template.restored') }),
      ),
    }),
  });

const Actions = ({ template }: { template: Template }): ReactNode => {
  const t = useT('phishing');
  const go = useGo();
  const maySend = usePermission('admin.phishing.campaigns');
  const first = template.emails[0];
  const [asking, setAsking] = useState(false);
  const copy = useWrite('phishing.template-copy', { tip: 'tips:template.copied' });
  const remove = useWrite('phishing.template-delete');
  const update = useWrite('phishing.template-update', { tip: 'tips:template.updated' });
  return (
    <>
      {template.archived && (
        <Button
          variant="default"
          leftSection={<IconArchive size={16} />}
          onClick={() => update.mutate({ id: template.id, archived: false, version: template.version })}
        >
          {t('template.restore')}
        </Button>
      )}
      <ButtonLink
        screen="phishing.template-edit"
        params={{ template_id: template.id }}
        variant="default"
        leftSection={<IconPencil size={16} />}
      >
        {t('template.properties')}
      </ButtonLink>
      <Button
        variant="default"
        leftSection={<IconCopy size={16} />}
        loading={copy.isPending}
        onClick={() =>
          copy.mutate(
            { id: template.id },
            { onSuccess: (made) => go({ screen: 'phishing.template', params: { template_id: made.id } }) },
          )
        }
      >
        {t('commons:copy')}
      </Button>
      <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setAsking(true)}>
        {t('commons:delete')}
      </Button>
      {maySend && !template.archived && first !== undefined && (
        <ButtonLink screen="phishing.campaign-create" search={{ email: first.id }} leftSection={<IconSend size={16} />}>
          {t('template.campaign')}
        </ButtonLink>
      )}
      <ConfirmDialog
        opened={asking}
        title={t('template.delete', { name: template.name })}
        action={t('template.delete_action')}
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate(
            { id: template.id },
            {
              onSuccess: ({ archived }) => {
                reportRemoval(template.id, archived);
                go({ screen: 'phishing.templates' });
              },
            },
          )
        }
      >
        {t('template.delete_text')}
      </ConfirmDialog>
    </>
  );
};

type PartsProps = { template: Template; onImport: () => void };
const ImportButton = ({ onClick }: { onClick: () => void }): ReactNode => (
  <Button variant="default" leftSection={<IconFileImport size={16} />} onClick={onClick}>
    {useT('phishing')('import.open')}
  </Button>
);

const Emails = ({ template, onImport }: PartsProps): ReactNode => {
  const t = useT('phishing');
  const add = (
    <div className={css['adding']}>
      <ButtonLink
        screen="phishing.email-create"
        params={{ template_id: template.id }}
        variant="default"
        leftSection={<IconPlus size={16} />}
      >
        {t('template.add_email')}
      </ButtonLink>
      <ImportButton onClick={onImport} />
    </div>
  );
  if (template.emails.length === 0) return <EmptyState title={t('template.no_emails')} action={add} />;
  return (
    <>
      {template.emails.map((email) => (
        <EmailCard key={email.id} email={email} />
      ))}
      <div className={css['below']}>{add}</div>
    </>
  );
};

const Pages = ({ template, onImport }: PartsProps): ReactNode => {
  const t = useT('phishing');
  const add = (
    <div className={css['adding']}>
      <ButtonLink
        screen="phishing.page-create"
        params={{ template_id: template.id }}
        variant="default"
        leftSection={<IconPlus size={16} />}
      >
        {t('template.add_page')}
      </ButtonLink>
      <ImportButton onClick={onImport} />
    </div>
  );
  if (template.pages.length === 0) return <EmptyState title={t('template.no_pages')} action={add} />;
  return (
    <>
      {template.pages.map((page) => (
        <PageCard key={page.id} page={page} emails={template.emails} pages={template.pages} />
      ))}
      <div className={css['below']}>{add}</div>
    </>
  );
};

const Content = ({ template }: { template: Template }): ReactNode => {
  const t = useT('phishing');
  const [state, setState] = useSearchState({ tab: 'emails' });
  const tab = state.tab === 'pages' ? 'pages' : 'emails';
  const go = useGo();
  const [importing, setImporting] = useState(false);
  return (
    <div className={css['columns']}>
      <div className={css['main']}>
        <Tabs
          value={tab}
          onChange={(next) => setState({ tab: next })}
          items={[
            { value: 'emails', label: t('template.emails'), count: template.emails.length },
            { value: 'pages', label: t('template.pages'), count: template.pages.length },
          ]}
        >
          {tab === 'pages' ? (
            <Pages template={template} onImport={() => setImporting(true)} />
          ) : (
            <Emails template={template} onImport={() => setImporting(true)} />
          )}
        </Tabs>
      </div>
      {importing && (
        <ImportDialog
          templateId={template.id}
          kind={tab === 'pages' ? 'page' : 'email'}
          onClose={() => setImporting(false)}
          onEdit={({ kind, id }) =>
            kind === 'email'
              ? go({ screen: 'phishing.email-edit', params: { template_id: template.id, email_id: id } })
              : go({ screen: 'phishing.page-edit', params: { template_id: template.id, page_id: id } })
          }
        />
      )}
      <aside className={css['side']} aria-label={t('template.about')}>
        <Section title={t('template.about')}>
          <p className={css['about']}>{template.description || t('template.no_description')}</p>
          <div className={css['marks']}>
            <DifficultyBadge difficulty={template.difficulty} />
            <VectorMark vector={template.attack_vector} />
          </div>
          <Estimate template={template} />
          <Facts
            items={[
              [t('field.category'), template.category.title],
              [t('template.changed'), formatDate(template.updated_at)],
            ]}
          />
        </Section>
        <Section title={t('template.statistics')}>
          <Statistics id={template.id} />
        </Section>
      </aside>
    </div>
  );
};

/** One template: its emails and pages as people see them, its red flags, and its results so far. */
export default function TemplateScreen(): ReactNode {
  const t = useT('phishing');
  const { template_id: id } = useScreenParams('phishing.template');
  const template = useRead('phishing.template', { id }, { quiet: true, fresh: true });
  const { data } = template;
  if (template.isError && data === undefined)
    return failedWith(template.error, 'template.not_found', 'request.invalid') ? (
      <NotFound />
    ) : (
      <ErrorState onRetry={() => void template.refetch()} />
    );
  const trail = [
    <ScreenLink key="templates" screen="phishing.templates">
      {t('templates.title')}
    </ScreenLink>,
  ];
  if (data === undefined)
    return (
      <>
        <PageHead title={<Skeleton width={280} height={30} />} trail={trail} />
        <Skeleton height={520} radius={14} />
      </>
    );
  return (
    <>
      <PageHead
        trail={trail}
        title={
          <span className={css['named']}>
            <TemplateLogo src={data.logo} size={36} />
            {data.name}
          </span>
        }
        badge={data.archived ? <StatusBadge tone="neutral">{t('template.archived')}</StatusBadge> : undefined}
        actions={<Actions template={data} />}
      />
      <Content template={data} />
    </>
  );
}
