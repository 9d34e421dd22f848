// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import type { Me } from '@sergak/contract/session/session.schema.ts';
import translation from '../../../../../locales/ru/translation.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { draw, eventually } from '../../shared/ui/testing.tsx';
import CommandPalette from './command-palette.tsx';
import css from './palette.module.css';

const me = { permissions: ['user.learning'] } as unknown as Me;

test('only the palette itself is opaque: the wrapper that covers the screen has no background class', async () => {
  addTexts('ru', 'translation', translation);
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <CommandPalette me={me} onClose={() => undefined} /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const { end } = await draw(<RouterProvider router={router} />);
  await eventually(() => expect(document.querySelector('[role="dialog"]')).not.toBeNull());
  const opaque = [...document.getElementsByClassName(css['sheet']!)];
  expect(opaque.map((one) => one.getAttribute('role'))).toEqual(['dialog']);
  end();
});
