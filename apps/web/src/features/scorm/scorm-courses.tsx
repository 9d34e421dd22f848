import { Button, Skeleton } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconEdit,
  IconEye,
  IconFileExport,
  IconFileReport,
  IconPackage,
  IconReplace,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { ScormCard } from '@sergak/contract/scorm/packages.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { useSearchState } from '../../shared/nav/nav.tsx';
import { usePermission } from '../../shared/session.ts';
import { useRead, useWrite } from '../../shared/query.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { ActionMenu } from '../../shared/ui/dropdown.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { MultiSelect, Select } from '../../shared/ui/select.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import { courseSorts, sortInput } from '../../shared/course-sorts.ts';
import { ExportPack } from '../packs/public.ts';
import { useRuleText } from './completion-rule.tsx';
import { EditCourse } from './edit-course.tsx';
import { KindTabs } from './kind-tabs.tsx';
import { PackagePreview } from './package-preview.tsx';
import { PackageReport, standardName } from './package-report.tsx';
import css from './scorm.module.css';
import { UploadPackage } from './upload-package.tsx';

const usual = { search: '', sort: 'title_asc', labels: [] as string[] } as const;
/** Courses are few, so all of them are shown. */
const LIMIT = 200;

type Dialog = 'report' | 'edit' | 'replace' | 'preview' | 'export' | 'delete';
type Asked = { readonly dialog: Dialog; readonly course: ScormCard };
type Ask = (asked: Asked) => void;

const Card = ({ course, ask }: { course: ScormCard; ask: Ask }): ReactNode => {
  const t = useT('scorm');
  const packs = useT('packs');
  const ruleText = useRuleText();
  const mayAssign = usePermission('admin.learning.assigned');
  const archive = useWrite('scorm.update-course', {
    tip: course.archived ? 'tips:course.restore' : 'tips:course.archive',
  });
  const open = (dialog: Dialog) => () => ask({ dialog, course });
  return (
    <li>
      <article className={css['card']} data-archived={course.archived || undefined}>
        <div className={css['cover']}>
          {course.image_path === null ? (
            <IconPackage size={44} stroke={1.2} aria-hidden />
          ) : (
            <img src={course.image_path} alt="" width={1200} height={630} loading="lazy" />
          )}
        </div>
        <div className={css['body']}>
          <div className={css['line']}>
            <h2 className={css['name']}>{course.title}</h2>
            <ActionMenu
              label={t('card.actions', { title: course.title })}
              className={css['more']!}
              lines={[
                { key: 'edit', label: t('card.edit'), icon: IconEdit, run: open('edit') },
                { key: 'report', label: t('card.report'), icon: IconFileReport, run: open('report') },
                { key: 'replace', label: t('card.replace'), icon: IconReplace, run: open('replace') },
                { key: 'export', label: packs('export'), icon: IconFileExport, run: open('export') },
                {
                  key: 'archive',
                  label: t(course.archived ? 'card.restore' : 'card.archive'),
                  icon: course.archived ? IconArchiveOff : IconArchive,
                  run: () => archive.mutate({ id: course.id, version: course.version, archived: !course.archived }),
                },
                { key: 'delete', label: t('card.delete'), icon: IconTrash, danger: true, run: open('delete') },
              ]}
            >
              <IconDots size={20} stroke={1.7} aria-hidden />
            </ActionMenu>
          </div>
          {course.description !== '' && <p className={css['text']}>{course.description}</p>}
          <div className={css['facts']}>
            <span>{standardName(course)}</span>
            {course.minutes > 0 && <span>{t('card.minutes', { count: course.minutes })}</span>}
            {course.learners_count > 0 && <span>{t('card.learners', { count: course.learners_count })}</span>}
          </div>
          <p className={css['quiet']}>
            {course.reports || course.completion_rule.by !== 'pages'
              ? t('completion.line', { rule: ruleText(course.completion_rule) })
              : t('completion.no_reports')}
          </p>
          {course.tags.length > 0 && (
            <ul className={css['labels']} aria-label={t('card.labels')}>
              {course.tags.map((label) => (
                <li key={label}>{label}</li>
              ))}
            </ul>
          )}
          <div className={css['foot']}>
            {mayAssign && !course.archived && (
              <ButtonLink
                screen="learning.assigned-create"
                search={{ course: course.id }}
                aria-label={`${t('card.assign')}: ${course.title}`}
              >
                {t('card.assign')}
              </ButtonLink>
            )}
            <Button
              variant="default"
              leftSection={<IconEye size={16} aria-hidden />}
              aria-label={`${t('card.preview')}: ${course.title}`}
              onClick={open('preview')}
            >
              {t('card.preview')}
            </Button>
          </div>
        </div>
      </article>
    </li>
  );
};

const DeleteCourse = ({ course, onClose }: { course: ScormCard; onClose: () => void }): ReactNode => {
  const t = useT('scorm');
  const remove = useWrite('scorm.delete-course', { tip: 'tips:scorm.deleted', deletedId: course.id });
  return (
    <ConfirmDialog
      opened
      title={t('delete.title', { title: course.title })}
      action={t('delete.action')}
      danger
      final
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ id: course.id }, { onSettled: onClose })}
    >
      {t('delete.text')}
    </ConfirmDialog>
  );
};

const Opened = ({ asked, onClose }: { asked: Asked; onClose: () => void }): ReactNode => {
  const { course, dialog } = asked;
  if (dialog === 'report') return <PackageReport id={course.id} onClose={onClose} />;
  if (dialog === 'edit') return <EditCourse id={course.id} onClose={onClose} />;
  if (dialog === 'replace') return <UploadPackage course={course} onClose={onClose} />;
  if (dialog === 'preview') return <PackagePreview course={course} onClose={onClose} />;
  if (dialog === 'export')
    return (
      <Suspense fallback={null}>
        <ExportPack courses={[course.id]} onClose={onClose} />
      </Suspense>
    );
  return <DeleteCourse course={course} onClose={onClose} />;
};

const Cards = ({ courses, ask }: { courses: readonly ScormCard[]; ask: Ask }): ReactNode => (
  <ul className={css['cards']}>
    {courses.map((course) => (
      <Card key={course.id} course={course} ask={ask} />
    ))}
  </ul>
);

type ToolsProps = {
  state: { readonly search: string; readonly sort: string; readonly labels: readonly string[] };
  set: (patch: { search?: string; sort?: string; labels?: string[] }, options?: { replace: boolean }) => void;
};
/** Search, order and labels, as in the list of native courses. */
const Tools = ({ state, set }: ToolsProps): ReactNode => {
  const t = useT('scorm');
  const words = useT('library');
  const labelList = useRead('library.labels', {}, { quiet: true }).data?.data ?? [];
  return (
    <div className={css['tools']}>
      <SearchBox
        value={state.search}
        onChange={(search) => set({ search }, { replace: true })}
        placeholder={t('courses.search')}
      />
      <Select
        aria-label={words('courses.sort')}
        w={220}
        value={sortOf(state.sort)}
        data={courseSorts.map((value) => ({ value, label: words(`courses.sort_${value}`) }))}
        onChange={(value) => set({ sort: value ?? 'title_asc' })}
      />
      {(labelList.length > 0 || state.labels.length > 0) && (
        <MultiSelect
          aria-label={words('courses.labels')}
          placeholder={state.labels.length === 0 ? words('courses.labels') : ''}
          data={[...new Set([...labelList.map((label) => label.title), ...state.labels])]}
          value={[...state.labels]}
          miw={220}
          searchable
          clearable
          onChange={(labels) => set({ labels })}
        />
      )}
    </div>
  );
};
const sortOf = (sort: string) => courseSorts.find((one) => one === sort) ?? 'title_asc';

/** SCORM courses of the organisation, then the archive. */
export default function ScormCourses(): ReactNode {
  const t = useT('scorm');
  const [state, setState] = useSearchState(usual);
  const [uploading, setUploading] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const input = { search: state.search, tags: [...state.labels], ...sortInput(sortOf(state.sort)), limit: LIMIT };
  const active = useRead('scorm.courses', input);
  const archived = useRead('scorm.archived-courses', input, { quiet: true });
  const upload = (
    <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setUploading(true)}>
      {t('courses.upload')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('courses.title')} count={active.data?.total_count} hint={t('courses.hint')} actions={upload} />
      <KindTabs value="scorm" />
      <Tools state={state} set={setState} />
      {active.isError && active.data === undefined ? (
        <ErrorState onRetry={() => void active.refetch()} />
      ) : active.data === undefined ? (
        <Skeleton height={380} radius={16} />
      ) : active.data.data.length > 0 ? (
        <Cards courses={active.data.data} ask={setAsked} />
      ) : state.search === '' && state.labels.length === 0 ? (
        <EmptyState icon={IconPackage} title={t('courses.none')} hint={t('courses.none_hint')} />
      ) : (
        <EmptyState title={t('courses.nothing')} hint={t('courses.nothing_hint')} />
      )}
      {archived.data !== undefined && archived.data.data.length > 0 && (
        <section aria-labelledby="scorm-archive">
          <h2 id="scorm-archive" className={css['block']}>
            {t('courses.archive')}
          </h2>
          <Cards courses={archived.data.data} ask={setAsked} />
        </section>
      )}
      {uploading && <UploadPackage course={null} onClose={() => setUploading(false)} />}
      {asked !== null && <Opened asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
