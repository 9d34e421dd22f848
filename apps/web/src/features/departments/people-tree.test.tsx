// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { nobody } from '@sergak/contract/employees/people-selection.rules.ts';
import { errorResponse, openPage, serve, until } from '../../shared/ui/testing-page.tsx';
import { usePeopleTree } from './people-tree.ts';

afterEach(() => void vi.unstubAllGlobals());

const node = (id: string, parent: string | null) => ({
  type: 'department',
  key: `department-${id}`,
  id,
  title: id,
  users_count: 0,
  forced_count: 0,
  isLeaf: false,
  parent,
  path: [],
  hint: null,
});

test('a level that fails stays unloaded, and can be loaded again', async () => {
  let fails = true;
  serve({
    'departments.users': ({ body }: { body: unknown }) => {
      const { parent_id } = body as { parent_id?: string };
      if (parent_id === undefined) return { data: [node('top', null)], users_total: 0 };
      return fails ? errorResponse(500, 'server.failed') : { data: [node('below', 'top')], users_total: 0 };
    },
  });
  const latest: { tree?: ReturnType<typeof usePeopleTree> } = {};
  const Tree = (): ReactNode => {
    latest.tree = usePeopleTree({}, nobody);
    return null;
  };
  await openPage(<Tree />);
  const tree = () => latest.tree!;
  await until(() => expect(tree().tree.children.get(null)).toEqual(['top']));
  await act(() => tree().load('top'));
  expect([tree().failed.has('top'), tree().loading.size, tree().tree.children.get('top')]).toEqual([
    true,
    0,
    undefined,
  ]);
  fails = false;
  await act(() => tree().load('top'));
  expect([tree().failed.has('top'), tree().tree.children.get('top')]).toEqual([false, ['below']]);
});
