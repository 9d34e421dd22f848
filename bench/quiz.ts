import { parseArgs } from 'node:util';
import { machineFacts, writeResults } from './lib.ts';
import { answerQuiz } from './office-answers.ts';

// Learners who answer the quiz of a course with 100 slides at the same time. `node bench/quiz.ts [--people 2000]
// [--seconds 120] [--slides 100]`
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '120' },
    slides: { type: 'string', default: '100' },
  },
});
const size = { people: Number(values.people), seconds: Number(values.seconds), slides: Number(values.slides) };
const facts = machineFacts();
const { bars, figures } = await answerQuiz(size, 150);
writeResults('quiz', facts, bars, { size, ...figures });
process.exitCode = bars.every((bar) => bar.reached) ? 0 : 1;
