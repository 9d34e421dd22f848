import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { LibraryModule } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import { useScreenParams, useSearchState } from '../../../shared/nav/nav.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { PageHead } from '../../../shared/ui/page-head.tsx';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import css from '../library.module.css';
import { QuestionList } from '../question-list.tsx';
import { SlidePreview, WidthChoice } from '../slide-preview.tsx';
import own from './modules.module.css';
import { useModuleTrail } from './module-uses.tsx';
import { WithModule } from './with-module.tsx';

const usual = { tab: 'slides', slide: 0, width: 'desktop' } as const;

const Slides = ({ module }: { module: LibraryModule }): ReactNode => {
  const t = useT('library__slides');
  const [state, setState] = useSearchState(usual);
  const { slides } = module;
  if (slides.length === 0) return <EmptyState title={t('list.empty')} />;
  return (
    <>
      <WidthChoice width={state.width} onWidth={(width) => setState({ width }, { replace: true })} />
      <div className={`${css['stage']} ${own['stage']}`} data-width={state.width}>
        <SlidePreview slides={slides} at={state.slide} onTurn={(slide) => setState({ slide }, { replace: true })} />
      </div>
    </>
  );
};

const Preview = ({ module }: { module: LibraryModule }): ReactNode => {
  const t = useT('library__slides');
  const trail = useModuleTrail();
  const [state, setState] = useSearchState(usual);
  const tab = state.tab === 'questions' ? 'questions' : 'slides';
  return (
    <>
      <PageHead
        title={module.title}
        trail={trail}
        hint={t('preview.hint')}
        actions={
          <ButtonLink
            screen="learning.module"
            params={{ module_id: module.id }}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {t('modules.edit')}
          </ButtonLink>
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
        {tab === 'slides' ? (
          <Slides module={module} />
        ) : module.questions.length === 0 ? (
          <EmptyState title={t('module.no_questions')} />
        ) : (
          <div className={css['stage']}>
            <QuestionList questions={module.questions} />
          </div>
        )}
      </Tabs>
    </>
  );
};

/** A module as learners see it, on a computer or a phone, with the right answers marked. */
export default function ModulePreviewScreen(): ReactNode {
  const { module_id } = useScreenParams('learning.module-preview');
  return <WithModule id={module_id}>{(module) => <Preview module={module} />}</WithModule>;
}
