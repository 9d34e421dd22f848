import type { ReactNode } from 'react';
import { PartPicture } from '../library/public.ts';
import type { LearnerQuestion } from '@sergak/contract/learning/learner.schema.ts';
import type { Answer } from '@sergak/contract/learning/learning.rules.ts';

/** An answer in words. */
export const AnswerWords = ({ question, answer }: { question: LearnerQuestion; answer: Answer }): ReactNode => {
  const words = (id: string): ReactNode => {
    const part = [...question.parts, ...question.matches].find((one) => one.id === id);
    return (
      <>
        <PartPicture of={part} />
        {part?.text}
      </>
    );
  };
  if ('option' in answer) return words(answer.option);
  if ('text' in answer) return answer.text;
  if ('options' in answer)
    return (
      <ul>
        {answer.options.map((id) => (
          <li key={id}>{words(id)}</li>
        ))}
      </ul>
    );
  if ('order' in answer)
    return (
      <ol>
        {answer.order.map((id) => (
          <li key={id}>{words(id)}</li>
        ))}
      </ol>
    );
  return (
    <ul>
      {answer.pairs.map((pair) => (
        <li key={pair.left}>
          {words(pair.left)} — {words(pair.right)}
        </li>
      ))}
    </ul>
  );
};
