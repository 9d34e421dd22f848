import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failedWith } from '../../shared/api-error.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState, NotFound } from '../../shared/ui/states.tsx';

/** Links to the list of templates and to the template of an editor. */
export const useTemplateTrail = (template?: { id: string; name: string }): readonly ReactNode[] => {
  const t = useT('phishing');
  const list = (
    <ScreenLink key="templates" screen="phishing.templates">
      {t('templates.title')}
    </ScreenLink>
  );
  if (template === undefined) return [list];
  return [
    list,
    <ScreenLink key="template" screen="phishing.template" params={{ template_id: template.id }}>
      {template.name}
    </ScreenLink>,
  ];
};
/** A link to the list of redirect pages. */
export const useRedirectTrail = (): readonly ReactNode[] => {
  const t = useT('phishing');
  return [
    <ScreenLink key="redirect" screen="phishing.redirect">
      {t('redirect.title')}
    </ScreenLink>,
  ];
};

type Props<D> = {
  /** Read with `staleTime: 0`: an editor must not begin with an old version from the cache. */
  read: UseQueryResult<D>;
  /** What is edited, found in the response; undefined if it is not there. */
  title: (data: D) => ReactNode;
  trail: (data: D | undefined) => readonly ReactNode[];
  children: (data: D) => ReactNode;
};
/** Head and states of an editor's page: waiting, gone, failed. */
export const EditorFrame = <D,>({ read, title, trail, children }: Props<D>): ReactNode => {
  if (read.data !== undefined && read.isFetchedAfterMount)
    return (
      <>
        <PageHead title={title(read.data)} trail={trail(read.data)} />
        {children(read.data)}
      </>
    );
  if (
    failedWith(
      read.error,
      'template.not_found',
      'email.not_found',
      'page.not_found',
      'redirect_page.not_found',
      'request.invalid',
    )
  )
    return <NotFound />;
  if (read.isError) return <ErrorState onRetry={() => void read.refetch()} />;
  return (
    <>
      <PageHead title={<Skeleton width={280} height={30} />} trail={trail(undefined)} />
      <Skeleton height={640} radius={14} aria-hidden />
    </>
  );
};
