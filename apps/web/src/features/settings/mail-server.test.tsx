// @vitest-environment happy-dom
import { act, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MailSettings } from '@sergak/contract/settings/settings.schema.ts';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import connection from '../../../../../locales/ru/connection.json' with { type: 'json' };
import errors from '../../../../../locales/ru/global_errors.json' with { type: 'json' };
import words from '../../../../../locales/ru/settings/mail.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import {
  errorResponse,
  field,
  openPage,
  press,
  serve,
  shownText,
  signIn,
  type,
  until,
} from '../../shared/ui/testing-page.tsx';
import { MailServerForm } from './mail-server-form.tsx';
import { MailState } from './mail-state.tsx';

const mail: MailSettings = {
  mode: 'server',
  host: 'mail.zavod.example',
  port: 587,
  security: 'starttls',
  username: 'portal',
  password_state: 'set',
  ca: '',
  sender_name: 'Портал',
  sender_address: 'portal@zavod.example',
  connections: 4,
  verified_at: null,
  version: 3,
};
const OWN = 'Тихая гавань 7';

beforeEach(() => {
  addTexts('ru', 'commons', commons);
  addTexts('ru', 'connection', connection);
  addTexts('ru', 'global_errors', errors);
  addTexts('ru', 'settings__mail', words);
  signIn(['admin.settings.adfs'], { role: 'super_user' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const change = async (host: string) => {
  await openPage(
    <Suspense>
      <MailServerForm mail={mail} />
    </Suspense>,
  );
  await until(() => expect(shownText()).toContain(words.form.title));
  await type(words.form.host, host);
  await press(commons.save);
  await until(() => expect(shownText()).toContain(commons.proof.password));
};

test('a lost password is named, whatever the server', async () => {
  await openPage(
    <Suspense>
      <MailServerForm mail={{ ...mail, password_state: 'lost' }} />
    </Suspense>,
  );
  await until(() => expect(shownText()).toContain(commons.sealed.lost));
  expect(commons.sealed.lost).toMatch(/^Пароль утерян, введите снова/);
  await type(words.form.host, 'other.zavod.example');
  expect(shownText()).toContain(commons.sealed.lost);
  expect(shownText()).not.toContain(connection.password.gone);
});

test('the mail server is saved after a proof of identity, which is not the password of the server', async () => {
  const sent = serve({
    'session.proof': { needs: 'password' },
    'settings.mail-save': { ...mail, host: 'new.zavod.example', version: 4 },
  });
  await change('new.zavod.example');
  expect(sent('settings.mail-save')).toHaveLength(0);
  await type(commons.proof.password, OWN);
  await press(words.ask.action);
  await until(() => expect(sent('settings.mail-save')).toHaveLength(1));
  expect(sent('settings.mail-save')[0]!.body).toMatchObject({
    host: 'new.zavod.example',
    own_password: OWN,
    version: 3,
  });
  expect(sent('settings.mail-save')[0]!.body).not.toHaveProperty('password');
});

test('a wrong password is named in the dialog, any other error in the form', async () => {
  let answer = errorResponse(422, 'session.wrong_credentials');
  serve({ 'session.proof': { needs: 'password' }, 'settings.mail-save': () => answer });
  await change('10.0.0.1');
  await type(commons.proof.password, 'не тот');
  await press(words.ask.action);
  await until(() => expect(shownText()).toContain(commons.proof.wrong));
  answer = errorResponse(422, 'connection.address_rejected', { host: '10.0.0.1' });
  await type(commons.proof.password, OWN);
  await press(words.ask.action);
  await until(() => expect(shownText()).toContain(errors.connection.address_rejected));
});

test('Enter in the field of the own password confirms, but not while it is empty', async () => {
  const sent = serve({
    'session.proof': { needs: 'password' },
    'settings.mail-save': { ...mail, host: 'new.zavod.example', version: 4 },
  });
  await change('new.zavod.example');
  const enter = (): Promise<void> =>
    act(async () => {
      const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
      field(commons.proof.password).dispatchEvent(key);
    });
  await enter();
  expect(sent('settings.mail-save')).toHaveLength(0);
  await type(commons.proof.password, OWN);
  await enter();
  await until(() => expect(sent('settings.mail-save')).toHaveLength(1));
  await until(() => expect(shownText()).not.toContain(words.ask.text));
});

test('the mail server is removed after a proof of identity', async () => {
  const sent = serve({
    'session.proof': { needs: 'password' },
    'settings.mail-reset': { ...mail, mode: 'built_in', version: 0 },
  });
  const nothing = (): void => undefined;
  await openPage(<MailState mail={mail} failed={0} onServer={nothing} onFailures={nothing} />);
  await press(words.state.to_built_in);
  await until(() => expect(shownText()).toContain(words.ask.told));
  await until(() => expect(shownText()).toContain(commons.proof.password));
  await type(commons.proof.password, OWN);
  await press(words.state.reset_action);
  await until(() => expect(sent('settings.mail-reset')).toHaveLength(1));
  expect(sent('settings.mail-reset')[0]!.body).toEqual({ own_password: OWN });
});
