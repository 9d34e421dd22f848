import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useSearchState } from '../../shared/nav/nav.tsx';
import { useMe } from '../../shared/session.ts';
import { SearchBox } from '../../shared/table/search-box.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { Blocks } from './blocks.tsx';
import { chaptersFor, guideOf } from './catalog.ts';
import type { Chapter } from './chapter.ts';
import { Contents, SearchResults } from './contents.tsx';
import css from './instructions.module.css';
import { searchChapters } from './search.ts';
import { useBook, useFacts } from './use-chapters.ts';

const place = { chapter: '', section: '', search: '' };

const Neighbours = ({ chapters, current }: { chapters: readonly Chapter[]; current: Chapter }): ReactNode => {
  const t = useT('instructions');
  const at = chapters.indexOf(current);
  const link = (chapter: Chapter | undefined, label: string): ReactNode =>
    chapter === undefined ? (
      <span />
    ) : (
      <ScreenLink screen="help.instructions" search={{ chapter: chapter.id }} className="link">
        <small>{label}</small>
        {chapter.title}
      </ScreenLink>
    );
  return (
    <nav aria-label={t('neighbours')} className={css['neighbours']}>
      {link(chapters[at - 1], t('previous'))}
      {link(chapters[at + 1], t('next'))}
    </nav>
  );
};

const Article = ({
  chapter,
  section,
  pictures,
}: {
  chapter: Chapter;
  section: string;
  pictures: ReadonlyMap<string, string>;
}): ReactNode => {
  const facts = useFacts();
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    const target = section === '' ? undefined : article.current?.querySelector(`[id='${CSS.escape(section)}']`);
    if (target) target.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [chapter.id, section]);
  return (
    <article className={css['article']} ref={article}>
      <h2 className={css['title']}>{chapter.title}</h2>
      {chapter.sections.map(({ id, title, blocks }) => (
        <section key={id}>
          {id !== '' && <h3 id={id}>{title}</h3>}
          <Blocks blocks={blocks} facts={facts} pictures={pictures} />
        </section>
      ))}
    </article>
  );
};

/** The instructions: chapters for the role of the person, with a search. The chapter is in the address. */
export default function InstructionsScreen(): ReactNode {
  const t = useT('instructions');
  const me = useMe();
  const book = useBook();
  const [{ chapter, section, search }, set] = useSearchState(place);
  const chapters = useMemo(() => chaptersFor(me, book.data?.chapters ?? []), [me, book.data]);
  const found = useMemo(() => searchChapters(chapters, search), [chapters, search]);
  const wanted = chapter === '' ? guideOf(me.role) : chapter;
  const current = chapters.find((one) => one.id === wanted);
  return (
    <>
      <PageHead
        title={t('title')}
        hint={t('hint')}
        actions={
          current !== undefined &&
          search === '' && (
            <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
              {t('print')}
            </Button>
          )
        }
      />
      {book.isError ? (
        <ErrorState onRetry={() => void book.refetch()} />
      ) : book.data === undefined ? (
        <LoadingState />
      ) : (
        <div className={css['columns']} data-reading={chapter !== '' || undefined}>
          <div className={css['side']}>
            <SearchBox
              value={search}
              onChange={(next) => set({ search: next }, { replace: true })}
              label={t('search')}
              placeholder={t('search')}
            />
            <Contents chapters={chapters} current={search === '' ? current : undefined} />
          </div>
          <Section className={css['page']!}>
            {search !== '' ? (
              <SearchResults found={found} wanted={search} />
            ) : current === undefined ? (
              <EmptyState title={t('missing')} hint={t('missing_hint')} />
            ) : (
              <>
                {chapter !== '' && (
                  <ScreenLink screen="help.instructions" className={`link ${css['back']}`}>
                    {t('all')}
                  </ScreenLink>
                )}
                <Article key={current.id} chapter={current} section={section} pictures={book.data.pictures} />
                <Neighbours chapters={chapters} current={current} />
              </>
            )}
          </Section>
        </div>
      )}
    </>
  );
}
