// Writes docs/figures.md from the list of figures and their names. A test fails if the document is out of date.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { figureCounts, figurePeriods, figures } from '../packages/contract/src/figures/figures.rules.ts';
import { languages, readLocales } from './locale-files.ts';

export const documentPath = fileURLToPath(new URL('../docs/figures.md', import.meta.url));

const INTRODUCTION = `# Figures

Every figure that a page, a PDF or a workbook shows. A figure has one id, wherever it is shown: \`data-figure\` on a page, \`figure\`
in the blocks and columns of a PDF, a hidden name \`figure.…\` in a workbook. This document is generated: change
\`packages/contract/src/figures/figures.rules.ts\` and \`locales/*/figures.json\`, then run \`node scripts/figures-doc.ts\`.

- A figure of a department includes the departments below it. Test campaigns count only on their own pages.
- “Delivered” is an email that a mail server accepted, or that was opened although its delivery is unknown.
- Only events of humans count; a result never falls, and results that come within seven days after the end count as well.
- “Incident probability” is a measured share, not a forecast.
`;

/** The text of the document. */
export const figuresDocument = (): string => {
  const names = languages.map((language) => readLocales(language).get('figures')!);
  const rows = Object.entries(figures).map(([id, { formula, period, counts }]) =>
    [`\`${id}\``, ...names.map((texts) => texts.get(id)!), formula, figurePeriods[period], counts].join(' | '),
  );
  const who = Object.entries(figureCounts).map(([id, text]) => `| ${id} | ${text} |`);
  return [
    INTRODUCTION,
    '| id | по-русски | English | oʻzbekcha | formula | period | who counts |',
    '|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
    '',
    '## Who counts',
    '',
    '| word | meaning |',
    '|---|---|',
    ...who,
    '',
  ].join('\n');
};

if (import.meta.main) writeFileSync(documentPath, figuresDocument());
