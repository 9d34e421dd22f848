import { Button } from '@mantine/core';
import { IconDots, IconPencil, IconPlus, IconStack2, IconTrash } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo } from '../../shared/nav/nav.tsx';
import { ActionMenu } from '../../shared/ui/dropdown.tsx';
import { lazyWindow } from '../../shared/ui/lazy.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import { movedBy, placed, type Sections, themeDrop, type ThemeMove, themeStep } from './course-order.ts';
import css from './editor.module.css';
import { ModuleLink } from './module-link.tsx';
import { MoveButtons } from './move-buttons.tsx';
import type { CourseEditing } from './use-course-editing.ts';
import { type OrderDrop, useDragOrder } from './use-drag-order.ts';

const ThemePicker = lazyWindow(() => import('./theme-picker.tsx'));
const SectionDialog = lazyWindow(() => import('./section-dialog.tsx'));

type OneSection = Sections[number];
type OneTheme = OneSection['themes'][number];

/** Keys of dragged items: `section <id>` and `theme <section> <id>`. */
const sectionKey = (id: string): string => `section ${id}`;
const themeKey = (section: string, id: string): string => `theme ${section} ${id}`;
const fits = (dragged: string, over: string): boolean => dragged.startsWith('theme') || over.startsWith('section');

/** What a drop changes: the order of sections, or the place of a theme. */
const dropOf = (sections: Sections, { dragged, over, after }: OrderDrop): { ids: string[] } | ThemeMove | null => {
  const [kind, first = '', second = ''] = dragged.split(' ');
  const [overKind, overFirst = '', overSecond = ''] = over.split(' ');
  if (kind === 'theme')
    return themeDrop(sections, second, first, overFirst, overKind === 'theme' ? overSecond : null, after);
  return {
    ids: placed(
      sections.map((one) => one.id),
      first,
      overFirst,
      after,
    ),
  };
};

/** Links to the modules of a theme, each once: a module often gives both slides and questions. */
const Modules = ({ theme }: { theme: OneTheme }): ReactNode => {
  const t = useT('library__editor');
  const steps = theme.steps.filter(
    ({ module_id: id }, at) => id !== null && theme.steps.findIndex((one) => one.module_id === id) === at,
  );
  return steps.map((step, i) => (
    <span key={step.id}>
      {i === 0 ? ` · ${t('tree.modules', { count: steps.length })}: ` : ', '}
      <ModuleLink id={step.module_id} kind={step.kind} word={t(`kind.${step.kind}`)}>
        {step.module_title}
      </ModuleLink>
    </span>
  ));
};

type Editing = { editing: CourseEditing };
const Theme = ({
  editing: { course, write, removeWithUndo },
  at,
  index,
}: Editing & { at: number; index: number }): ReactNode => {
  const t = useT('library__editor');
  const section = course.sections[at]!;
  const theme: OneTheme = section.themes[index]!;
  const [up, down] = [themeStep(course.sections, at, index, -1), themeStep(course.sections, at, index, 1)];
  const params = { course_id: course.id, section_id: section.id, theme_id: theme.id };
  const remove = (): void =>
    void removeWithUndo(
      ['library.remove-theme', { section_id: section.id, theme_id: theme.id }],
      t('tree.theme_removed', { title: theme.title }),
      ['library.append-theme', { section_id: section.id, theme_id: theme.id, position: index }],
    );
  return (
    <li className={css['theme']} draggable data-drag={themeKey(section.id, theme.id)}>
      <IconStack2 size={18} stroke={1.7} aria-hidden />
      <span className={css['theme-name']}>
        <ScreenLink screen="learning.theme-in-course" params={params}>
          {theme.title}
        </ScreenLink>
        <small>
          {t('tree.steps', { count: theme.steps.length })}
          <Modules theme={theme} />
        </small>
      </span>
      <MoveButtons
        id={theme.id}
        title={theme.title}
        place={`${section.id} ${index}`}
        first={up === null}
        last={down === null}
        onMove={(direction) => {
          const move = direction === 'up' ? up : down;
          if (move) void write('library.move-theme', move);
        }}
      />
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        aria-label={t('tree.remove_theme', { title: theme.title })}
        onClick={remove}
      >
        <IconTrash size={18} stroke={1.7} aria-hidden />
      </Button>
    </li>
  );
};

const SectionHead = ({
  editing: { course, write, removeWithUndo },
  at,
  onRename,
}: Editing & { at: number; onRename: () => void }): ReactNode => {
  const t = useT('library__editor');
  const section: OneSection = course.sections[at]!;
  const ids = course.sections.map((one) => one.id);
  const remove = (): void =>
    void removeWithUndo(
      ['library.remove-section', { section_id: section.id }],
      t('tree.section_removed', { title: section.title }),
      [
        'library.add-section',
        { title: section.title, position: at, theme_ids: section.themes.map((theme) => theme.id) },
      ],
    );
  return (
    <div className={css['section-head']}>
      <h3>{section.title}</h3>
      <MoveButtons
        id={section.id}
        title={section.title}
        place={String(at)}
        first={at === 0}
        last={at === ids.length - 1}
        onMove={(direction) =>
          void write('library.order-sections', { ids: movedBy(ids, at, direction === 'up' ? -1 : 1) })
        }
      />
      <ActionMenu
        label={t('tree.actions', { title: section.title })}
        className={css['more']!}
        lines={[
          { key: 'rename', label: t('section.rename'), icon: IconPencil, run: onRename },
          { key: 'remove', label: t('section.remove'), icon: IconTrash, run: remove },
        ]}
      >
        <IconDots size={20} stroke={1.7} aria-hidden />
      </ActionMenu>
    </div>
  );
};

type Dialog = { kind: 'section'; at: number | null } | { kind: 'theme'; section: OneSection } | null;

const Dialogs = ({ editing, dialog, onClose }: Editing & { dialog: Dialog; onClose: () => void }): ReactNode => {
  const { course, busy, write } = editing;
  if (dialog === null) return null;
  const close = (done: unknown): void => {
    if (done !== null) onClose();
  };
  if (dialog.kind === 'theme')
    return (
      <ThemePicker
        taken={dialog.section.themes.map((theme) => theme.id)}
        busy={busy}
        onClose={onClose}
        onChoose={(theme_id) =>
          void write('library.append-theme', { section_id: dialog.section.id, theme_id }).then(close)
        }
      />
    );
  const section = dialog.at === null ? null : course.sections[dialog.at]!;
  return (
    <SectionDialog
      title={section?.title ?? null}
      busy={busy}
      onClose={onClose}
      onSave={(title) =>
        void (
          section === null
            ? write('library.add-section', { title })
            : write('library.rename-section', { section_id: section.id, title })
        ).then(close)
      }
    />
  );
};

/** Sections and themes of a course: added, ordered by dragging or with buttons, removed with a way back. */
export const CourseTree = ({ editing }: Editing): ReactNode => {
  const t = useT('library__editor');
  const go = useGo();
  const { course, write } = editing;
  const [dialog, setDialog] = useState<Dialog>(null);
  const drag = useDragOrder(fits, (drop) => {
    const change = dropOf(course.sections, drop);
    if (change === null) return;
    void ('ids' in change ? write('library.order-sections', change) : write('library.move-theme', change));
  });
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setDialog({ kind: 'section', at: null })}
    >
      {t('section.add')}
    </Button>
  );
  return (
    <Section title={t('tree.title')} hint={t('tree.hint')} actions={add}>
      {course.sections.length === 0 && <EmptyState title={t('tree.empty')} hint={t('tree.empty_hint')} />}
      <ol className={css['tree']} {...drag}>
        {course.sections.map((section, at) => (
          <li key={section.id} className={css['section']} draggable data-drag={sectionKey(section.id)}>
            <SectionHead editing={editing} at={at} onRename={() => setDialog({ kind: 'section', at })} />
            {section.themes.length === 0 ? (
              <p className={css['quiet']}>{t('tree.no_themes')}</p>
            ) : (
              <ol className={css['themes']}>
                {section.themes.map((theme, index) => (
                  <Theme key={theme.id} editing={editing} at={at} index={index} />
                ))}
              </ol>
            )}
            <div className={css['section-foot']}>
              <Button
                variant="subtle"
                size="compact-md"
                leftSection={<IconPlus size={16} aria-hidden />}
                aria-label={`${t('tree.new_theme')}: ${section.title}`}
                onClick={() =>
                  go({
                    screen: 'learning.theme-new-in-course',
                    params: { course_id: course.id, section_id: section.id },
                  })
                }
              >
                {t('tree.new_theme')}
              </Button>
              <Button
                variant="subtle"
                size="compact-md"
                aria-label={`${t('tree.existing_theme')}: ${section.title}`}
                onClick={() => setDialog({ kind: 'theme', section })}
              >
                {t('tree.existing_theme')}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <Suspense fallback={null}>
        <Dialogs editing={editing} dialog={dialog} onClose={() => setDialog(null)} />
      </Suspense>
    </Section>
  );
};
