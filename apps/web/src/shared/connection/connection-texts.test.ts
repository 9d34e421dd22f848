import { expect, test } from 'vitest';
import { connectionCodes, isConnectionCode } from '@sergak/contract/connection.rules.ts';
import { directoryCodes, directorySteps } from '@sergak/contract/directory-sync/directory-sync.rules.ts';
import { diagnosisCodes, diagnosisSteps } from '@sergak/contract/settings/settings.rules.ts';
import { ssoCodes, ssoSteps } from '@sergak/contract/sso/sso.rules.ts';
import { mailboxCodes, mailboxSteps } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { languages, readLocales } from '../../../../../scripts/locale-files.ts';

const own = (codes: readonly string[], prefix = 'code') =>
  codes.filter((code) => !isConnectionCode(code)).map((code) => `${prefix}.${code}`);
const withAdvice = (keys: readonly string[]) => keys.flatMap((key) => [`${key}.what`, `${key}.do`]);
const steps = new Set([...diagnosisSteps, ...mailboxSteps, ...directorySteps, ...ssoSteps]);

const expected = {
  connection: [
    ...withAdvice(connectionCodes.map((code) => `code.${code}`)),
    ...[...steps].map((step) => `step.${step}`),
  ],
  settings__mail: withAdvice(own(diagnosisCodes)),
  suspicious__address: withAdvice(own(mailboxCodes)),
  directory_sync: own(directoryCodes),
  sso: withAdvice([...own(ssoCodes, 'test.code'), 'test.code.address_not_allowed']),
};

test.each(
  languages.flatMap((language) => Object.entries(expected).map(([name, keys]) => [language, name, keys] as const)),
)('each step of reaching a server and each outcome has its text: %s, %s', (language, name, keys) => {
  const texts = readLocales(language).get(name)!;
  const found = [...texts.keys()].filter((key) => /^(test\.)?(code|step)\./.test(key));
  expect(found.sort()).toEqual([...keys].sort());
  expect(found.filter((key) => texts.get(key)!.trim() === '')).toEqual([]);
});
