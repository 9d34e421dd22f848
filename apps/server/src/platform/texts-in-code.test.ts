import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Files with Russian words that nobody reads as a text of the product. */
const vocabularies: Readonly<Record<string, string>> = {
  'config.ts': 'name of the first organisation, before a reader is known',
  'modules/campaigns/by-tag/by-tag.service.ts': 'abbreviation that a date format appends',
  'modules/employees/employees.repo.ts': 'stored name of the first super user, who has chosen no language yet',
  'modules/employees/import-check.ts': 'spellings of roles in files of HR departments',
  'modules/employees/import-columns.ts': 'titles before names',
  'modules/employees/import-headings.ts': 'headings in files of HR departments',
  'modules/employees/import-status.ts': 'words for people who have left',
  'modules/library/questions-words.ts': 'spellings in spreadsheets of questions',
  'modules/phishing/import/import-fields.ts': 'names of fields of foreign pages',
  'modules/phishing/import/import-forms.ts': 'labels of buttons and fields of foreign pages',
  'modules/phishing/import/import-trackers.ts': 'links of foreign campaigns',
  'modules/session/guessable.ts': 'words of weak passwords',
  'modules/session/name-words.ts': 'letters and their spellings',
  'modules/suspicious-mail/forwarded-head.ts': 'headers that mail programs write',
  'modules/suspicious-mail/report-message.ts': 'prefixes that mail programs write',
  'platform/migrate.ts': 'probe of the letter case of a database',
  'platform/migration-state.ts': 'message of a start that fails, in two languages at once',
  'platform/typeset.ts': 'short words that a line does not end with',
};

/** Whether literals, templates or regular expressions have Cyrillic letters; comments may. */
const hasRussian = (node: unknown): boolean => {
  if (typeof node === 'string') return /\p{Script=Cyrillic}/u.test(node);
  return typeof node === 'object' && node !== null && Object.values(node).some(hasRussian);
};

test('the server has no texts of its own: emails, files and pages take theirs from the catalogue', () => {
  const files = globSync('**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/test-[\w-]+\.ts$|\.fixture\.ts$/.test(file),
  );
  const withTexts = files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => hasRussian(parseSync(file, readFileSync(join(root, file), 'utf8')).program));
  expect(withTexts.sort()).toEqual(Object.keys(vocabularies).sort());
});
