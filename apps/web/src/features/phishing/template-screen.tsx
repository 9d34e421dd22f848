import { Button, Skeleton } from '@mantine/core';
import { IconArchive, IconCopy, IconFileImport, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Email, LandingPage, Template } from '@sergak/contract/phishing/phishing.schema.ts';
import { formatDate, formatNumber, formatShare } from '../../shared/format.ts';
import { text, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useScreenParams, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { showToast } from '../../shared/toasts.ts';
import { undoAction } from '../../shared/undo.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Facts, Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState, NotFound } from '../../shared/ui/states.tsx';
import { failedWith } from '../../shared/api-error.ts';
import { DifficultyBadge, Logo, VectorMark } from './marks.tsx';
import { TemplateForm } from './template-form.tsx';
import { Modal } from '../../shared/ui/overlays.tsx';
import css from './phishing.module.css';
import { EmailCard, Estimate, PageCard } from './version-cards.tsx';
import type { ImportReport } from './import-dialog.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';

const EmailEditor = lazy(async () => ({ default: (await import('./email-editor.tsx')).EmailEditor }));
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));
const PageEditor = lazy(async () => ({ default: (await import('./page-editor.tsx')).PageEditor }));

type Editing = { kind: 'email'; email: Email | null } | { kind: 'page'; page: LandingPage | null } | null;

const Statistics = ({ id }: { id: string }): ReactNode => {
  const t = useT('phishing');
  const { data } = useRead('phishing.template-statistics', { id }, { quiet: true });
  if (data === undefined) return <Skeleton height={180} />;
  if (data.recipients === 0) return <p className="quiet">{t('template.never_sent')}</p>;
  const share = (count: number): string => `${formatNumber(count)} (${formatShare(count, data.recipients)})`;
  return (
    <Facts
      items={[
        [t('template.campaigns'), formatNumber(data.campaigns)],
        [t('template.recipients'), formatNumber(data.recipients)],
        [t('template.opened'), share(data.opened)],
        ...(data.reported > 0 ? [[t('template.reported'), share(data.reported)] as const] : []),
        [t('template.clicked'), share(data.clicked)],
        [t('template.entered'), share(data.entered_data)],
        ...(data.opened_attachment > 0 ? [[t('template.documents'), share(data.opened_attachment)] as const] : []),
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
  const say = useT('phishing__scenarios');
  const [asking, setAsking] = useState(false);
  const [editing, setEditing] = useState(false);
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
      <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
        {say('form.edit')}
      </Button>
      <Modal
        opened={editing}
        onClose={() => setEditing(false)}
        title={say('form.title')}
        closeButtonProps={{ 'aria-label': t('commons:close') }}
      >
        <TemplateForm template={template} onClose={() => setEditing(false)} />
      </Modal>
      <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setAsking(true)}>
        {t('commons:delete')}
      </Button>
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

type PartsProps = { template: Template; edit: (what: Editing) => void; onImport: () => void };
const ImportButton = ({ onClick }: { onClick: () => void }): ReactNode => (
  <Button variant="default" leftSection={<IconFileImport size={16} />} onClick={onClick}>
    {useT('phishing')('import.open')}
  </Button>
);

const Emails = ({ template, edit, onImport }: PartsProps): ReactNode => {
  const t = useT('phishing');
  const add = (
    <div className={css['adding']}>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() => edit({ kind: 'email', email: null })}
      >
        {t('template.add_email')}
      </Button>
      <ImportButton onClick={onImport} />
    </div>
  );
  if (template.emails.length === 0) return <EmptyState title={t('template.no_emails')} action={add} />;
  return (
    <>
      {template.emails.map((email) => (
        <EmailCard key={email.id} email={email} onEdit={(version) => edit({ kind: 'email', email: version })} />
      ))}
      <div className={css['below']}>{add}</div>
    </>
  );
};

const Pages = ({ template, edit, onImport }: PartsProps): ReactNode => {
  const t = useT('phishing');
  const add = (
    <div className={css['adding']}>
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => edit({ kind: 'page', page: null })}>
        {t('template.add_page')}
      </Button>
      <ImportButton onClick={onImport} />
    </div>
  );
  if (template.pages.length === 0) return <EmptyState title={t('template.no_pages')} action={add} />;
  return (
    <>
      {template.pages.map((page) => (
        <PageCard key={page.id} page={page} onEdit={(version) => edit({ kind: 'page', page: version })} />
      ))}
      <div className={css['below']}>{add}</div>
    </>
  );
};

const findImported = (template: Template, { id, kind }: ImportReport): Editing => {
  const email = kind === 'email' && template.emails.find((one) => one.id === id);
  const page = kind === 'page' && template.pages.find((one) => one.id === id);
  return email ? { kind: 'email', email } : page ? { kind: 'page', page } : null;
};

const Content = ({ template }: { template: Template }): ReactNode => {
  const t = useT('phishing');
  const [state, set] = useSearchState({ tab: 'emails' });
  const tab = state.tab === 'pages' ? 'pages' : 'emails';
  const [editing, setEditing] = useState<Editing>(null);
  const [importing, setImporting] = useState(false);
  const close = (): void => setEditing(null);
  // The list is read again after an import, so the new email or page may still be on its way.
  const [imported, setImported] = useState<ImportReport | null>(null);
  const made = imported && findImported(template, imported);
  if (made && editing === null) {
    setImported(null);
    setEditing(made);
  }
  if (editing?.kind === 'email')
    return (
      <Section title={t(editing.email ? 'template.edit_email' : 'template.add_email')}>
        <Suspense fallback={<Skeleton height={520} radius={14} />}>
          <EmailEditor
            templateId={template.id}
            vector={template.attack_vector}
            email={editing.email}
            pages={template.pages}
            language={template.language}
            onClose={close}
          />
        </Suspense>
      </Section>
    );
  if (editing?.kind === 'page')
    return (
      <Section title={t(editing.page ? 'template.edit_page' : 'template.add_page')}>
        <Suspense fallback={<Skeleton height={520} radius={14} />}>
          <PageEditor templateId={template.id} page={editing.page} onClose={close} />
        </Suspense>
      </Section>
    );
  return (
    <div className={css['columns']}>
      <div className={css['main']}>
        <Tabs
          value={tab}
          onChange={(next) => set({ tab: next })}
          items={[
            { value: 'emails', label: t('template.emails'), count: template.emails.length },
            { value: 'pages', label: t('template.pages'), count: template.pages.length },
          ]}
        >
          {tab === 'pages' ? (
            <Pages template={template} edit={setEditing} onImport={() => setImporting(true)} />
          ) : (
            <Emails template={template} edit={setEditing} onImport={() => setImporting(true)} />
          )}
        </Tabs>
      </div>
      {importing && (
        <ImportDialog
          templateId={template.id}
          kind={tab === 'pages' ? 'page' : 'email'}
          onClose={() => setImporting(false)}
          onEdit={(report) => {
            setImporting(false);
            setImported(report);
          }}
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
            <Logo src={data.logo} size={36} />
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
