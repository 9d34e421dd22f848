import type { ReactNode } from 'react';
import type { ModuleRow } from '@sergak/contract/library/library.schema.ts';
import { useT } from '../../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../../shared/nav/nav.tsx';

type Link = { readonly id: string; readonly link: ReactNode };
const joined = (links: readonly Link[]): ReactNode =>
  links.map(({ id, link }, i) => (
    <span key={id}>
      {i > 0 && ', '}
      {link}
    </span>
  ));

/** Links to the themes and courses that use a module, or that nothing uses it. */
export const ModuleUses = ({ themes, courses }: Pick<ModuleRow, 'themes' | 'courses'>): ReactNode => {
  const t = useT('library__slides');
  if (themes.length === 0) return <span className="quiet">{t('modules.unused')}</span>;
  return (
    <>
      {t('modules.in_themes', { count: themes.length })}:{' '}
      {joined(
        themes.map(({ id, title }) => ({
          id,
          link: (
            <ScreenLink
              screen="learning.theme"
              params={{ theme_id: id }}
              aria-label={`${t('modules.in_themes', { count: 1 })}: ${title}`}
            >
              {title}
            </ScreenLink>
          ),
        })),
      )}
      {courses.length > 0 && (
        <>
          . {t('modules.in_courses', { count: courses.length })}:{' '}
          {joined(
            courses.map(({ id, title }) => ({
              id,
              link: (
                <ScreenLink
                  screen="learning.course-edit"
                  params={{ course_id: id }}
                  aria-label={`${t('modules.in_courses', { count: 1 })}: ${title}`}
                >
                  {title}
                </ScreenLink>
              ),
            })),
          )}
        </>
      )}
    </>
  );
};

/** The pages above a module: themes, whose steps use modules, and the list of modules. */
export const useModuleTrail = (): readonly ReactNode[] => {
  const t = useT('library__slides');
  return [
    <ScreenLink key="themes" screen="learning.themes">
      {t('modules.themes')}
    </ScreenLink>,
    <ScreenLink key="modules" screen="learning.modules">
      {t('modules.title')}
    </ScreenLink>,
  ];
};
