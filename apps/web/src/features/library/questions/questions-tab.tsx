import { IconListCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { LibraryModule } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import { EmptyState } from '../../../shared/ui/states.tsx';
import { QuestionList } from '../question-list.tsx';

/** The questions of a module. */
export default function QuestionsTab({ module }: { module: LibraryModule }): ReactNode {
  const t = useT('library__slides');
  return module.questions.length === 0 ? (
    <EmptyState icon={IconListCheck} title={t('module.no_questions')} />
  ) : (
    <QuestionList questions={module.questions} />
  );
}
