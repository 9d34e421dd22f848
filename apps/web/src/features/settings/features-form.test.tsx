// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Features } from '@sergak/contract/session/features.endpoints.ts';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/settings.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { field, openPage, press, serve, shownText, signIn, type, until } from '../../shared/ui/testing-page.tsx';
import { FeaturesForm } from './features-form.tsx';

const stored: Features = {
  analytics_enabled: true,
  analytics_id: 'G-1',
  analytics_id_2: '',
  feature_flags: ['new_player', 'beta'],
  version: 3,
  applies: true,
};
const open = async (): Promise<void> => {
  await openPage(
    <Suspense>
      <FeaturesForm features={stored} />
    </Suspense>,
  );
  await until(() => expect(shownText()).toContain(words.features.title));
};

beforeEach(() => {
  addTexts('ru', 'commons', commons);
  addTexts('ru', 'settings', words);
  signIn(['admin.settings.settings']);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('ids and flags are saved with the version that was read, and the next save has the new version', async () => {
  const sent = serve({
    'features.save': ({ body }: { body: object }) => ({ ...stored, ...body, version: 4 }),
  });
  await open();
  expect(field(words.features.flags).value).toBe('new_player, beta');
  await type(words.features.flags, 'beta,  quiz_timer ');
  await type(words.features.id_2, 'UA_22');
  await press(commons.save);
  await until(() => expect(sent('features.save')).toHaveLength(1));
  const { applies: _, ...values } = stored;
  const first = { ...values, analytics_id_2: 'UA_22', feature_flags: ['beta', 'quiz_timer'] };
  expect(sent('features.save')[0]!.body).toEqual(first);
  await until(() => expect(field(words.features.flags).value).toBe('beta, quiz_timer'));
  await type(words.features.flags, '');
  await press(commons.save);
  await until(() => expect(sent('features.save')).toHaveLength(2));
  expect(sent('features.save')[1]!.body).toEqual({ ...first, feature_flags: [], version: 4 });
});

test('a wrong id and a wrong flag are named and cannot be saved', async () => {
  const sent = serve({});
  await open();
  await type(words.features.id, 'G 1<script>');
  await type(words.features.flags, 'beta, 2fast');
  await until(() => expect(shownText()).toContain(words.features.id_wrong));
  expect(shownText()).toContain(words.features.flags_wrong);
  await press(commons.save);
  await until(() => expect(document.activeElement).toBe(field(words.features.id)));
  expect(sent('features.save')).toEqual([]);
});
