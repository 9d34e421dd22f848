import { Button } from '@mantine/core';
import { IconFishHook, IconMail, IconSchool } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { emptyFilter } from '@sergak/contract/employees/people-selection.rules.ts';
import type { PeopleSelection } from '@sergak/contract/employees/people-selection.schema.ts';
import { isApiError } from '../../shared/api-error.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useScreenParams } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { useAnonymous, usePermission } from '../../shared/session.ts';
import { AnonymousNote } from '../../shared/ui/anonymous-note.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState, LoadingState, NotFound } from '../../shared/ui/states.tsx';
import { BesideTree } from '../departments/public.ts';
import { BulkCourseDialog } from '../learning/public.ts';
import { NotifyDialog } from '../organizations/public.ts';
import { ReportMenu } from '../reports/public.ts';
import { DepartmentHelp } from './department-help.tsx';
import { DepartmentPeople } from './department-people.tsx';
import css from './employees.module.css';
import { keepSelection } from './selection.ts';

const DepartmentFigures = lazy(() =>
  import('../statistics/public.ts').then((all) => ({ default: all.DepartmentFigures })),
);

/** One department with all its children: how risky, who needs help, campaigns, courses and people. */
export default function DepartmentScreen(): ReactNode {
  const { department_id: id } = useScreenParams('staff.department');
  const t = useT('departments');
  const found = useRead('departments.stat', { parent_id: id, limit: 1 }, { quiet: true });
  if (found.data === undefined) {
    if (!found.isError) return <LoadingState full />;
    if (!isApiError(found.error) || (found.error.status !== 404 && found.error.status !== 422))
      return <ErrorState onRetry={() => void found.refetch()} />;
    return (
      <NotFound
        title={t('gone')}
        hint={t('gone_hint')}
        action={
          <ButtonLink screen="staff.departments" search={{ tab: 'departments' }}>
            {t('all')}
          </ButtonLink>
        }
      />
    );
  }
  return <Department key={id} id={id} path={found.data.breadcrumbs} children_count={found.data.total_count} />;
}

type Props = { id: string; path: readonly { id: string; title: string }[]; children_count: number };

const Department = ({ id, path, children_count }: Props): ReactNode => {
  const t = useT('departments');
  const tr = useT('reports');
  const anonymous = useAnonymous();
  const figures = usePermission('admin.statistics') && !anonymous;
  return (
    <>
      <PageHead
        title={ownTitle(path.at(-1)?.title ?? '')}
        trail={[
          <ScreenLink key="all" screen="staff.departments" search={{ tab: 'departments' }}>
            {t('title')}
          </ScreenLink>,
          ...path.slice(0, -1).map((one) => (
            <ScreenLink key={one.id} screen="staff.department" params={{ department_id: one.id }}>
              {ownTitle(one.title)}
            </ScreenLink>
          )),
        ]}
        actions={
          <>
            {children_count > 0 && (
              <ButtonLink screen="staff.departments" search={{ tab: 'departments', department: id }} variant="default">
                {t('page.children', { number: children_count })}
              </ButtonLink>
            )}
            {figures && <ReportMenu kind="department" id={id} label={tr('department.action')} />}
          </>
        }
      />
      <BesideTree at={id} path={path}>
        <div className={css['side']}>
          {anonymous && <AnonymousNote about="people" />}
          <Actions id={id} />
          {figures && (
            <div>
              <Suspense fallback={<LoadingState />}>
                <DepartmentFigures id={id} />
              </Suspense>
            </div>
          )}
          <DepartmentHelp department={id} />
          <DepartmentPeople department={id} beside />
        </div>
      </BesideTree>
    </>
  );
};

type Asking = 'course' | 'notify' | null;

/** What can be done for everyone in the department. */
const Actions = ({ id }: { id: string }): ReactNode => {
  const t = useT('departments');
  const go = useGo();
  const mayCampaign = usePermission('admin.phishing.campaigns');
  const mayAssign = usePermission('admin.learning.assigned');
  const [asking, setAsking] = useState<Asking>(null);
  const selection: PeopleSelection = {
    all: true,
    ids: { include_ids: [], exclude_ids: [] },
    filter: { ...emptyFilter, departments: [id] },
  };
  const people = useRead('employees.list', { departments: [id], limit: 1 }, { quiet: true }).data?.total_count ?? 0;
  const campaign = (): void => {
    keepSelection({ selection, count: people });
    go({ screen: 'phishing.campaign-create', search: { from: 'staff' } });
  };
  const close = (): void => setAsking(null);
  if (people === 0) return null;
  return (
    <div className={css['all-tags']}>
      {mayAssign && (
        <Button
          size="compact-md"
          leftSection={<IconSchool size={16} aria-hidden />}
          onClick={() => setAsking('course')}
        >
          {t('page.assign')}
        </Button>
      )}
      {mayCampaign && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconFishHook size={16} aria-hidden />}
          onClick={campaign}
        >
          {t('page.campaign')}
        </Button>
      )}
      <Button
        size="compact-md"
        variant="default"
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => setAsking('notify')}
      >
        {t('page.write')}
      </Button>
      {asking === 'course' && <BulkCourseDialog selection={selection} onClose={close} onDone={close} />}
      {asking === 'notify' && (
        <Suspense fallback={null}>
          <NotifyDialog selection={selection} count={people} onClose={close} onDone={close} />
        </Suspense>
      )}
    </div>
  );
};
