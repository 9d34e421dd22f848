import { parseArgs } from 'node:util';
import { machineFacts, writeResults } from './lib.ts';
import { answerQuiz } from './office-answers.ts';

// Learners who answer a quiz at the same time. `node bench/quiz.ts [--people 2000]
// [--seconds 120]`
const { values } = parseArgs({
  options: { people: { type: 'string', default: '2000' }, seconds: { type: 'string', default: '120' } },
});
const size = { people: Number(values.people), seconds: Number(values.seconds) };
const facts = machineFacts();
const { bars, figures } = await answerQuiz(size, 150);
writeResults('quiz', facts, bars, { size, ...figures });
process.exitCode = bars.every((bar) => bar.reached) ? 0 : 1;
