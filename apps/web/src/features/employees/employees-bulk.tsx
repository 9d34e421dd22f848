import { Button } from '@mantine/core';
import {
  IconDownload,
  IconFishHook,
  IconMail,
  IconMailForward,
  IconSchool,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { EmployeeFilter, PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import type { CallOutput } from '../../shared/api.ts';
import { reportBulkResult } from '../../shared/bulk.ts';
import { formatNumber } from '../../shared/format.ts';
import { text, useT } from '../../shared/i18n/use-t.ts';
import { useGo } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { usePermission } from '../../shared/session.ts';
import type { RowSelection } from '../../shared/table/list-state.ts';
import { selectionOfRows } from '../../shared/table/selected-people.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { ExportDialog } from '../../shared/ui/export-dialog.tsx';
import { BulkCourseDialog } from '../learning/public.ts';
import { NotifyDialog } from '../organizations/public.ts';
import { keepSelection } from './selection.ts';
import { TagDialog } from './tag-dialog.tsx';
import { undoRemovals } from './undo-removal.ts';

type Props = { selection: RowSelection; filter: EmployeeFilter };
type Asking = 'notify' | 'remove' | 'reinvite' | 'tag' | 'course' | 'export' | null;

/** The actions on the selected people. The selection is cleared afterwards. */
export default function EmployeesBulk({ selection, filter }: Props): ReactNode {
  const t = useT('employees');
  const go = useGo();
  const mayCampaign = usePermission('admin.phishing.campaigns');
  const mayTag = usePermission('admin.staff.tags');
  const mayAssign = usePermission('admin.learning.assigned');
  const [asking, setAsking] = useState<Asking>(null);
  const body = selectionOfRows(selection, filter);
  const count = selection.count;
  const number = formatNumber(count);
  const only = body.all || body.ids.include_ids.length !== 1 ? undefined : body.ids.include_ids[0];
  // The person whose name the question shows is not read again after the removal.
  const remove = useWrite('employees.remove-many', only === undefined ? {} : { deletedId: only });
  const one = useRead('employees.get', { id: only ?? '' }, { enabled: asking === 'remove' && only !== undefined });
  const name = only === undefined ? undefined : one.data?.full_name;
  const reinvite = useWrite('employees.reinvite');
  const end = (
    ...[id, kind, tip]:
      | ['employees.remove-many', 'remove_people', 'tips:employess.delete_many']
      | ['employees.reinvite', 'reinvite_people', 'tips:employess.reinvite']
  ) => ({
    onSuccess: (done: CallOutput<typeof id>) => {
      const people = 'people' in done ? (done.people ?? []) : [];
      reportBulkResult(id, done, {
        kind,
        done: text(tip, { number: formatNumber(done.count) }),
        ...(people.length > 0 && { undo: undoRemovals(people) }),
      });
      selection.clear();
    },
    onSettled: () => setAsking(null),
  });
  const campaign = (): void => {
    const { expected_count: _shown, ...lasting } = body; // a campaign is sent to the people whom the filter matches when the campaign starts
    keepSelection({ selection: lasting, count });
    go({ screen: 'phishing.campaign-create', search: { from: 'staff' } });
  };
  return (
    <>
      {mayCampaign && (
        <Button size="compact-md" leftSection={<IconFishHook size={16} />} onClick={campaign}>
          {t('bulk.campaign')}
        </Button>
      )}
      {mayTag && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconTag size={16} />}
          onClick={() => setAsking('tag')}
        >
          {t('bulk.tag')}
        </Button>
      )}
      {mayAssign && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconSchool size={16} />}
          onClick={() => setAsking('course')}
        >
          {t('bulk.course')}
        </Button>
      )}
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconMailForward size={16} />}
        onClick={() => setAsking('reinvite')}
      >
        {t('bulk.reinvite')}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconMail size={16} />}
        onClick={() => setAsking('notify')}
      >
        {t('bulk.notify')}
      </Button>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconDownload size={16} />}
        onClick={() => setAsking('export')}
      >
        {t('bulk.export')}
      </Button>
      <Button
        size="compact-md"
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => setAsking('remove')}
      >
        {t('commons:delete')}
      </Button>
      <ConfirmDialog
        opened={asking === 'remove' && (only === undefined || !one.isPending)}
        title={name === undefined ? t('bulk.remove_title', { count, number }) : t('remove.title', { name })}
        action={name === undefined ? t('bulk.remove_action', { count, number }) : t('remove.action')}
        busy={remove.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() =>
          remove.mutate(body, end('employees.remove-many', 'remove_people', 'tips:employess.delete_many'))
        }
      >
        {t(name === undefined ? 'bulk.remove_text' : 'remove.text')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'reinvite'}
        title={t('bulk.reinvite_title')}
        action={t('bulk.reinvite_action')}
        danger={false}
        busy={reinvite.isPending}
        onClose={() => setAsking(null)}
        onConfirm={() => reinvite.mutate(body, end('employees.reinvite', 'reinvite_people', 'tips:employess.reinvite'))}
      >
        {t('bulk.reinvite_text', { count, number })}
      </ConfirmDialog>
      {asking === 'notify' && (
        <Suspense fallback={null}>
          <NotifyDialog selection={body} count={count} onClose={() => setAsking(null)} onDone={selection.clear} />
        </Suspense>
      )}
      {asking === 'tag' && (
        <TagDialog selection={body} count={count} onClose={() => setAsking(null)} onDone={selection.clear} />
      )}
      {asking === 'course' && (
        <BulkCourseDialog selection={body} onClose={() => setAsking(null)} onDone={selection.clear} />
      )}
      {asking === 'export' && (
        <StaffExport
          body={body}
          onClose={(exported) => {
            setAsking(null);
            if (exported) selection.clear();
          }}
        />
      )}
    </>
  );
}

type DialogProps = { body: PeopleSelection; onClose: () => void };

const StaffExport = ({
  body,
  onClose,
}: Pick<DialogProps, 'body'> & { onClose: (exported: boolean) => void }): ReactNode => {
  const t = useT('employees');
  const order = useWrite('employees.report');
  return (
    <ExportDialog
      title={t('bulk.export_title')}
      text={t('bulk.export_text')}
      action={t('bulk.export_action')}
      order={order}
      onOrder={() => order.mutateAsync(body)}
      onClose={() => onClose(order.data !== undefined)}
    />
  );
};
