import type { Page } from '@playwright/test';
import type { ScreenId } from '../../packages/contract/src/access/screens.ts';

// On a phone no page may be wider than the screen. Wide parts (a table, a row of tabs) scroll inside themselves.
export const PHONE = { width: 390, height: 844 };

/** Further views of a screen, besides its first one; `$tag` stands for the id of a tag. */
export const views: Partial<Record<ScreenId, readonly string[]>> = {
  'statistics.general': ['view=tables&table=people', 'view=tables'],
  'staff.employees': ['view=departments', 'view=removed', 'import=new'],
  'staff.departments': ['tab=departments'],
  'staff.tags': ['forecast=true', 'tag=$tag', 'tag=$tag&tab=members', 'tag=$tag&tab=log', 'tag=$tag&tab=forecast'],
  'staff.employee': ['tab=note', 'tab=risk', 'tab=phishing'],
  'learning.assigned': ['tab=completed'],
  'phishing.template': ['tab=pages'],
  'phishing.campaign-statistics': ['view=departments', 'view=emails', 'view=systems'],
  'organization.own': ['tab=settings', 'tab=domains'],
  'settings.adfs': ['type=active_directory', 'type=general', 'type=scim'],
  'settings.emails': ['tab=server', 'tab=failures'],
};

/** The elements that reach furthest beyond the edge of the screen; empty if the page fits. */
export const overhanging = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const edgeOf = (one: Element) => one.getBoundingClientRect().right;
    const wide = [...document.body.querySelectorAll('*')].filter((one) => edgeOf(one) >= scrollWidth - 1);
    return [`${scrollWidth} px`, ...wide.slice(-3).map((one) => `${one.tagName.toLowerCase()}.${one.className}`)];
  });
