import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { menuPageOf } from '@sergak/contract/access/menus.ts';
import { type Screen, type ScreenId, screens } from '@sergak/contract/access/screens.ts';
import { config } from '../shared/config.ts';
import { useT } from '../shared/i18n/use-t.ts';
import type { PageKey } from './frames/sidebar.tsx';

const tabs = (Object.entries(screens) as [ScreenId, Screen][]).filter(([, screen]) => screen.tab !== undefined);

/** The page of the menu, or of the learner's bar, that an address belongs to; undefined for such a page itself. */
export const sectionOf = (path: string): ScreenId | undefined => {
  const id = menuPageOf(path) ?? tabs.find(([, screen]) => path.startsWith(`${screen.path}/`))?.[0];
  return id === undefined || screens[id].path === path ? undefined : id;
};

/** The parts of a title that are there and differ: thing, section, product. */
export const titleOf = (parts: readonly (string | null | undefined)[]): string =>
  [...new Set(parts.map((part) => part?.replace(/\s+/g, ' ').trim()).filter(Boolean))].join(' · ');

/**
 * Keeps the title of the document: the heading of the page, the page of the menu that it belongs to, and the product. The heading is
 * read from the page, so a page that has one needs nothing else, and the title follows when its data arrives.
 */
export const useDocumentTitle = (): void => {
  const t = useT();
  const product = config().title;
  const path = useLocation({ select: (location) => location.pathname });
  const id = sectionOf(path);
  const isTab = id !== undefined && 'tab' in screens[id];
  const section = id === undefined ? null : isTab ? t(id as 'learner.courses') : t(`page.${id as PageKey}`);
  useEffect(() => {
    const write = (): void => {
      const wanted = titleOf([document.querySelector('h1')?.textContent, section, product]);
      if (document.title !== wanted) document.title = wanted;
    };
    write();
    const observer = new MutationObserver(write);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [section, product]);
};
