import { expect, test } from 'vitest';
import { permissionsOf, type Role, rolesWith } from '@sergak/contract/access/roles.ts';
import { type Screen, type ScreenId, screens } from '@sergak/contract/access/screens.ts';
import { mayRead } from '../../features/instructions/catalog.ts';
import { chapters as ru } from '../../features/instructions/chapters-ru.ts';
import { helpOf } from './help-places.ts';

const person = (role: Role) => ({ role, permissions: [...permissionsOf(role)] });

test('everyone who may open a screen may read the chapter that its head links to', () => {
  for (const [id, { chapter, section = '' }] of Object.entries(helpOf)) {
    const found = ru.find((one) => one.id === chapter);
    expect(
      found?.sections.map((one) => one.id),
      `${id} → ${chapter}`,
    ).toContain(section);
    const screen: Screen = screens[id as ScreenId];
    for (const role of rolesWith(screen.permission as never))
      if (role !== 'pdf_service') expect(mayRead(person(role), chapter), `${role} ${id}`).toBe(true);
  }
});
