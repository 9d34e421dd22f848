import { Skeleton } from '@mantine/core';
import { IconCopy, IconDots, IconPencil, IconPlus, IconSlideshow, IconStack2, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ThemeSummary } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { ActionMenu } from '../../shared/ui/dropdown.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { EmptyState, ErrorState } from '../../shared/ui/states.tsx';
import css from './library.module.css';
import { ModuleLink } from './module-link.tsx';
import { StepIcon } from './step-icon.tsx';

const usual = { search: '' } as const;

const Actions = ({ theme }: { theme: ThemeSummary }): ReactNode => {
  const t = useT('library');
  const go = useGo();
  const [asking, setAsking] = useState(false);
  const copy = useWrite('library.copy-theme', { tip: 'tips:theme.copied' });
  const remove = useWrite('library.delete-theme', { tip: 'tips:theme.deleted' });
  const edit = (theme_id: string): void => go({ screen: 'learning.theme', params: { theme_id } });
  return (
    <>
      <ActionMenu
        label={t('themes.actions', { title: theme.title })}
        className={css['more']!}
        lines={[
          { key: 'edit', label: t('card.edit'), icon: IconPencil, run: () => edit(theme.id) },
          {
            key: 'copy',
            label: t('card.copy'),
            icon: IconCopy,
            run: () => copy.mutate({ id: theme.id }, { onSuccess: (made) => edit(made.id) }),
          },
          { key: 'delete', label: t('card.delete'), icon: IconTrash, run: () => setAsking(true) },
        ]}
      >
        <IconDots size={20} stroke={1.7} aria-hidden />
      </ActionMenu>
      <ConfirmDialog
        opened={asking}
        title={
          theme.courses.length > 0
            ? t('themes.used', { title: theme.title })
            : t('themes.delete', { title: theme.title })
        }
        action={t('themes.delete_action')}
        danger
        final={theme.courses.length === 0}
        ready={theme.courses.length === 0}
        busy={remove.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ id: theme.id, version: theme.version }, { onSettled: () => setAsking(false) })}
      >
        {theme.courses.length > 0
          ? t('themes.used_text', { titles: theme.courses.map((course) => course.title).join(', ') })
          : t('themes.delete_text')}
      </ConfirmDialog>
    </>
  );
};

/** Themes with their steps and the courses that use them. */
export default function ThemesScreen(): ReactNode {
  const t = useT('library');
  const [state, setState] = useSearchState(usual);
  const answer = useRead('library.themes', { search: state.search });
  const themes = answer.data?.data;
  const actions = (
    <>
      <ButtonLink variant="default" screen="learning.modules" leftSection={<IconSlideshow size={16} aria-hidden />}>
        {t('themes.modules')}
      </ButtonLink>
      <ButtonLink screen="learning.theme-new" leftSection={<IconPlus size={16} aria-hidden />}>
        {t('themes.create')}
      </ButtonLink>
    </>
  );
  return (
    <>
      <PageHead title={t('themes.title')} count={themes?.length} hint={t('themes.hint')} actions={actions} />
      <div className={css['tools']}>
        <SearchBox
          value={state.search}
          onChange={(search) => setState({ search }, { replace: true })}
          placeholder={t('themes.search')}
        />
      </div>
      {answer.isError && themes === undefined ? (
        <ErrorState onRetry={() => void answer.refetch()} />
      ) : themes === undefined ? (
        <ul className={css['themes']} aria-hidden>
          {[1, 2, 3].map((n) => (
            <li key={n}>
              <Skeleton height={190} radius={14} />
            </li>
          ))}
        </ul>
      ) : themes.length === 0 ? (
        <EmptyState icon={IconStack2} title={t(state.search === '' ? 'themes.none' : 'courses.nothing')} />
      ) : (
        <ul className={css['themes']}>
          {themes.map((theme) => (
            <li key={theme.id}>
              <article className={css['theme']}>
                <div className={css['line']}>
                  <div>
                    <h2 className={css['name']}>
                      <ScreenLink screen="learning.theme" params={{ theme_id: theme.id }}>
                        {theme.title}
                      </ScreenLink>
                    </h2>
                    <span className={css['facts']}>{t('themes.steps', { count: theme.steps.length })}</span>
                  </div>
                  <Actions theme={theme} />
                </div>
                <ol>
                  {theme.steps.map((step) => (
                    <li key={step.id}>
                      <StepIcon kind={step.kind} />
                      <span>
                        {step.module_title !== t(`preview.${step.kind}`) && `${t(`preview.${step.kind}`)}: `}
                        <ModuleLink id={step.module_id} kind={step.kind} word={t(`preview.${step.kind}`)}>
                          {step.module_title}
                        </ModuleLink>
                      </span>
                    </li>
                  ))}
                </ol>
                <div className={css['used']}>
                  {theme.courses.length === 0 ? (
                    t('themes.unused')
                  ) : (
                    <>
                      {t('themes.courses')}:{' '}
                      {theme.courses.map((course, i) => (
                        <span key={course.id}>
                          {i > 0 && ', '}
                          <ScreenLink screen="learning.course-edit" params={{ course_id: course.id }}>
                            {course.title}
                          </ScreenLink>
                        </span>
                      ))}
                    </>
                  )}
                </div>
              </article>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
