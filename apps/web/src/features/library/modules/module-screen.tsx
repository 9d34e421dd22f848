import { Button, Skeleton } from '@mantine/core';
import { IconEye, IconPencil } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { LibraryModule } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import { useScreenParams, useSearchState } from '../../../shared/nav/nav.tsx';
import { useWrite } from '../../../shared/query.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { lazy } from '../../../shared/ui/lazy.tsx';
import { PageHead } from '../../../shared/ui/page-head.tsx';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import { ModuleUses, useModuleTrail } from './module-uses.tsx';
import { TitleDialog } from './title-dialog.tsx';
import { WithModule } from './with-module.tsx';

const SlidesTab = lazy(() => import('../slides/slides-tab.tsx'));
const QuestionsTab = lazy(async () => ({ default: (await import('../questions/questions-tab.tsx')).QuestionsTab }));

const usual = { tab: 'slides' } as const;

const Editor = ({ module }: { module: LibraryModule }): ReactNode => {
  const t = useT('library__slides');
  const [state, setState] = useSearchState(usual);
  const trail = useModuleTrail();
  const [renaming, setRenaming] = useState(false);
  const rename = useWrite('library.update-module', { tip: 'tips:module.update', quiet: true });
  const tab = state.tab === 'questions' ? 'questions' : 'slides';
  return (
    <>
      <PageHead
        title={module.title}
        trail={trail}
        {...(module.themes !== undefined && {
          hint: <ModuleUses themes={module.themes} courses={module.courses ?? []} />,
        })}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => setRenaming(true)}
            >
              {t('module.rename')}
            </Button>
            <ButtonLink
              variant="default"
              screen="learning.module-preview"
              params={{ module_id: module.id }}
              leftSection={<IconEye size={16} aria-hidden />}
            >
              {t('modules.preview')}
            </ButtonLink>
          </>
        }
      />
      <Tabs
        label={t('module.parts')}
        value={tab}
        onChange={(next) => setState({ tab: next })}
        items={[
          { value: 'slides', label: t('module.slides'), count: module.slides.length },
          { value: 'questions', label: t('module.questions'), count: module.questions.length },
        ]}
      >
        <Suspense fallback={<Skeleton height={360} radius={14} aria-hidden />}>
          {tab === 'slides' ? <SlidesTab module={module} /> : <QuestionsTab module={module} />}
        </Suspense>
      </Tabs>
      {renaming && (
        <TitleDialog
          heading={t('module.rename')}
          action={t('commons:save')}
          title={module.title}
          busy={rename.isPending}
          error={rename.error}
          onClose={() => setRenaming(false)}
          onSave={(title) =>
            rename.mutate({ id: module.id, title, version: module.version }, { onSuccess: () => setRenaming(false) })
          }
        />
      )}
    </>
  );
};

/** A module with the editors of its slides and questions. */
export default function ModuleScreen(): ReactNode {
  const { module_id } = useScreenParams('learning.module');
  return <WithModule id={module_id}>{(module) => <Editor module={module} />}</WithModule>;
}
