import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { permissionsOf, type Role, roles, rolesWith } from '@sergak/contract/access/roles.ts';
import { screens } from '@sergak/contract/access/screens.ts';
import { readChapter } from '../../../build/instructions.ts';
import { chaptersFor, mayRead, roleOf } from './catalog.ts';
import type { Block, Chapter, Inline } from './chapter.ts';
import { chapters as en } from './chapters-en.ts';
import { chapters as ru } from './chapters-ru.ts';
import { chapters as uz } from './chapters-uz.ts';
import { searchChapters } from './search.ts';

const content = fileURLToPath(new URL('../../../../../content/instructions/', import.meta.url));
const books = { ru, en, uz };
const person = (role: Role) => ({ role, permissions: [...permissionsOf(role)] });

const flatten = (blocks: readonly Block[]): (Block | Exclude<Inline, string>)[] =>
  blocks.flatMap((block) => {
    const inner = (parts: readonly Inline[]): Exclude<Inline, string>[] =>
      parts.flatMap((part) =>
        typeof part === 'string' ? [] : [part, ...('b' in part ? inner(part.b) : 'c' in part ? inner(part.c) : [])],
      );
    switch (block.k) {
      case 'ul':
      case 'ol':
        return [block, ...block.items.flatMap(flatten)];
      case 'table':
        return [block, ...[block.head, ...block.rows].flat().flatMap(inner)];
      case 'note':
        return [block, ...flatten(block.c)];
      case 'pic':
        return [block];
      case 'p':
      case 'copy':
        return [block, ...inner(block.c)];
    }
  });
const partsOf = (chapter: Chapter) => chapter.sections.flatMap((section) => flatten(section.blocks));
const picturesOf = (chapter: Chapter): string[] =>
  partsOf(chapter).flatMap((part) => ('k' in part && part.k === 'pic' ? [part.name] : []));
/** What a chapter consists of, without its words: sections, pictures, links, values and the number of controls. */
const shapeOf = (chapter: Chapter) => ({
  id: chapter.id,
  sections: chapter.sections.map((section) => section.id),
  parts: partsOf(chapter)
    .flatMap((part) => {
      if ('fact' in part) return [part.fact];
      if ('ui' in part) return ['control'];
      if ('to' in part) return [`${part.kind} ${part.to} ${part.hash}`];
      return 'k' in part && part.k === 'pic' ? [part.name] : [];
    })
    .toSorted((a, b) => a.localeCompare(b)),
});

test.each(['en', 'uz'] as const)(
  'the chapters in %s have the sections, controls, links and pictures of the Russian ones',
  (language) => {
    expect(books[language].map(shapeOf)).toEqual(ru.map(shapeOf));
  },
);

test('every chapter has readers, and every link leads to a section of a chapter or to a screen', () => {
  const sections = new Map(ru.map((chapter) => [chapter.id, chapter.sections.map((section) => section.id)]));
  for (const chapter of ru) {
    expect(
      roles.some((role) => mayRead(person(role), chapter.id)),
      chapter.id,
    ).toBe(true);
    for (const part of partsOf(chapter)) {
      if (!('to' in part)) continue;
      if (part.kind === 'screen') expect(Object.keys(screens)).toContain(part.to);
      else expect(sections.get(part.to), `${chapter.id} → ${part.to}`).toContain(part.hash);
    }
  }
});

test('every picture exists in each language, and none is unused', () => {
  const named = [...new Set(ru.flatMap(picturesOf))];
  for (const language of Object.keys(books)) {
    const files = globSync(join(content, 'pictures', language, '*.webp')).map((path) => basename(path, '.webp'));
    expect(files.toSorted(), language).toEqual(named.toSorted());
  }
});

test('each role reads its own guide and those of roles below, and only chapters about its work', () => {
  const read = (role: Role) => chaptersFor(person(role), ru).map((chapter) => chapter.id);
  expect(read('employee')).toEqual([]);
  expect(read('content_manager')).toEqual([
    'role-content_manager',
    'courses',
    'for-employees',
    'privacy',
    'reports',
    'roles',
    'backup',
  ]);
  expect(read('operator').filter((id) => roleOf(id))).toEqual(['role-content_manager', 'role-operator']);
  expect(read('super_user')).toHaveLength(ru.length);
});

test.each(Object.keys(books))(
  'the chapter on privacy in %s names every role that sees results of persons',
  (language) => {
    const text = readFileSync(join(content, language, '08-privacy.md'), 'utf8');
    const who = text.slice(text.indexOf('{#who}'), text.indexOf('{#how-long}'));
    for (const role of rolesWith('admin.statistics').filter((one) => one !== 'pdf_service'))
      expect(who).toContain(`[[employees:role.${role}]]`);
    // Reports are also sent as files to people without an account.
    expect(who).toContain('[[report_schedules:form.attach]]');
  },
);

describe('a chapter is rejected', () => {
  test.each([
    ['the name of a control that the interface does not have', '# T\n\n[[employees:import_all]]'],
    ['a text with values, which is no control', '# T\n\n[[employees:reinvite_person]]'],
    ['an unknown value', '# T\n\n{{password}}'],
    ['HTML', '# T\n\n<script>alert(1)</script>'],
    ['inline HTML', '# T\n\ntext <img src=x onerror=alert(1)> text'],
    ['a link to another site', '# T\n\n[here](https://example.org)'],
    ['a section without an id', '# T\n\n## Section'],
    ['a missing title', 'text'],
  ])('with %s', (_, source) => {
    expect(() => readChapter('ru', '01-t', source)).toThrow(Error);
  });
});

describe('the search', () => {
  test('ignores ё, capitals and the kind of apostrophe', () => {
    expect(searchChapters(ru, 'ОТЧЕТ').map((one) => one.chapter)).toContain('reports');
    for (const wanted of ['oʻchirilganlar', "o'chirilganlar", 'o‘chirilganlar'])
      expect(searchChapters(uz, wanted).map((one) => one.chapter)).toContain('staff-import');
  });
  test('finds labels of controls, needs all words, and lists titles first', () => {
    expect(searchChapters(ru, 'загрузить из файла')[0]?.chapter).toBeDefined();
    expect(searchChapters(ru, 'kaspersky')[0]).toMatchObject({ chapter: 'mail-gateway', section: 'kaspersky' });
    expect(searchChapters(ru, 'kaspersky сертификат')).toEqual([]);
    expect(searchChapters(ru, '  ')).toEqual([]);
  });
});
