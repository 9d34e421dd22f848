// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import connection from '../../../../../locales/ru/connection.json' with { type: 'json' };
import signInWords from '../../../../../locales/ru/organizations/sign_in.json' with { type: 'json' };
import words from '../../../../../locales/ru/settings/mail.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { field, openPage, serve, signIn, until } from '../../shared/ui/testing-page.tsx';
import AdfsScreen from './adfs-screen.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('the page of the sign-in by email has the mail server as well', async () => {
  const texts = { commons, connection, organizations__sign_in: signInWords, settings__mail: words };
  for (const [name, part] of Object.entries(texts)) addTexts('ru', name, part);
  signIn(['admin.settings.adfs'], { role: 'super_user' });
  serve({
    'settings.mail': {
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
    },
  });
  await openPage(
    <Suspense>
      <AdfsScreen />
    </Suspense>,
    '/?type=email',
  );
  await until(() => expect(field(words.form.host).value).toBe('mail.zavod.example'));
});
