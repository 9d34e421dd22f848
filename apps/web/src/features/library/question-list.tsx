import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Question } from '@sergak/contract/learning/learning.rules.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import css from './library.module.css';

const Right = (): ReactNode => {
  const t = useT('library');
  return (
    <>
      <IconCheck size={16} stroke={2.4} aria-hidden />
      <span className="sr-only">{t('preview.right')}: </span>
    </>
  );
};

const Body = ({ body }: { body: Question['body'] }): ReactNode => {
  const t = useT('library');
  if ('options' in body)
    return (
      <ul className={css['options']}>
        {body.options.map((one) => (
          <li key={one.id} data-right={one.correct || undefined}>
            {one.correct && <Right />}
            {one.text}
          </li>
        ))}
      </ul>
    );
  const [title, lines] =
    'items' in body
      ? ([t('preview.order'), body.items.map((one, i) => `${i + 1}. ${one.text}`)] as const)
      : 'pairs' in body
        ? ([t('preview.pairs'), body.pairs.map((one) => `${one.left.text} — ${one.right.text}`)] as const)
        : ([t('preview.accepted'), body.accepted] as const);
  return (
    <>
      <p className={css['answers-title']}>{title}</p>
      <ul className={css['options']}>
        {lines.map((line) => (
          <li key={line} data-right>
            {line}
          </li>
        ))}
      </ul>
    </>
  );
};

/** Questions with their right answers, for people who assign or build courses. */
export const QuestionList = ({ questions }: { questions: readonly Question[] }): ReactNode => {
  const t = useT('library');
  return (
    <ol className={css['questions']}>
      {questions.map((question, index) => (
        <li key={question.id}>
          <span className={css['type']}>{t(`preview.type.${question.type}`)}</span>
          <h3>
            {index + 1}. {question.text}
          </h3>
          <Body body={question.body} />
          {question.explanation !== '' && (
            <p className={css['why']}>
              <strong>{t('preview.explanation')}.</strong> {question.explanation}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
};
