import type { ReactNode } from 'react';
import type { Question } from '@sergak/contract/learning/learning.rules.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import { StaleChanges } from '../../../shared/ui/stale-changes.tsx';
import { bodyText, questionDraft, questionInput, type QuestionValues } from './question-draft.ts';

type Shown = Pick<Question, 'type' | 'text' | 'points' | 'body' | 'explanation' | 'image_path'>;
type Props = {
  /** The question when editing began. */
  base: Question;
  current: Question;
  values: QuestionValues;
  busy: boolean;
  onTake: () => void;
  onOverwrite: () => void;
};

/** What another person changed in a question while it was being edited. */
export const QuestionStale = ({ base, current, values, ...rest }: Props): ReactNode => {
  const t = useT('library__questions');
  const fields: readonly (readonly [string, string, (q: Shown) => string])[] = [
    ['type', t('editor.type'), (q) => t(`type.${q.type}`)],
    ['text', t('editor.text'), (q) => q.text],
    ['picture', t('picture.add_short'), (q) => t(q.image_path === null ? 'commons:no' : 'commons:yes')],
    ['points', t('editor.points'), (q) => String(q.points)],
    ['body', t('editor.answers'), bodyText],
    ['explanation', t('editor.explanation'), (q) => q.explanation || '—'],
  ];
  const mine = questionInput(questionDraft(values)) as Shown;
  return (
    <StaleChanges
      title={t('stale.title')}
      same={t('stale.same')}
      rows={fields.flatMap(([key, label, show]) => {
        const [from, to, typed] = [show(base), show(current), show(mine)];
        return from === to ? [] : [{ key, label, from, to, mine: typed === from || typed === to ? undefined : typed }];
      })}
      {...rest}
    />
  );
};
