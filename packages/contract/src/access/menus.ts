import type { Role } from './roles.ts';
import { menuSections, type MenuSection, type Screen, type ScreenId, screens } from './screens.ts';

export type MenuEntry = { readonly id: ScreenId; readonly path: string };
export type Menu = readonly { readonly section: MenuSection; readonly pages: readonly MenuEntry[] }[];

const placeOf = ({ menu }: Screen, role: string | undefined): number => menu!.orderOf?.[role as Role] ?? menu!.order;
/** The admin menu for these permissions: sections with their visible pages, in the order of the role. */
export const menuFor = (granted: ReadonlySet<string>, role?: string): Menu =>
  menuSections.flatMap((section) => {
    const pages = (Object.entries(screens) as [ScreenId, Screen][])
      .filter(([, s]) => s.menu?.section === section && s.menu.under === undefined && granted.has(s.permission))
      .sort(([, a], [, b]) => placeOf(a, role) - placeOf(b, role))
      .map(([id, s]) => ({ id, path: s.path }));
    return pages.length > 0 ? [{ section, pages }] : [];
  });

const places = (Object.entries(screens) as [ScreenId, Screen][]).filter(([, screen]) => screen.menu !== undefined);
/** The page of the admin menu that an address belongs to: the one it continues, or the one that its page is under. */
export const menuPageOf = (path: string): ScreenId | undefined => {
  const [found] = places
    .filter(([, screen]) => path === screen.path || path.startsWith(`${screen.path}/`))
    .toSorted(([, a], [, b]) => b.path.length - a.path.length);
  return found && ((found[1].menu!.under as ScreenId | undefined) ?? found[0]);
};

type Holder = { readonly role: string; readonly permissions: readonly string[] };
/** The sections that a person sees on the admin side. A machine account has no menu, whatever its permissions. */
export const menuOf = ({ role, permissions }: Holder): Menu =>
  role === 'pdf_service' ? [] : menuFor(new Set(permissions), role);

/** Pages of the learner's bar; each has a label under `<id>` and an icon. */
export type TabId = { [K in ScreenId]: (typeof screens)[K] extends { tab: number } ? K : never }[ScreenId];
export type Tab = { readonly id: TabId; readonly path: string };

/** Pages that a person sees in the bar of the learner side, in order. */
export const tabsOf = ({ permissions }: Holder): readonly Tab[] =>
  (Object.entries(screens) as [TabId, Screen][])
    .filter(([, { tab, permission }]) => tab !== undefined && permissions.includes(permission))
    .sort(([, a], [, b]) => a.tab! - b.tab!)
    .map(([id, { path }]) => ({ id, path }));
