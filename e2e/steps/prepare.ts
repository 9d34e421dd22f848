import { expect, type Browser, type Page } from '@playwright/test';
import type { Role } from '../../packages/contract/src/access/roles.ts';
import type { Site } from '../running.ts';
import { askFor } from './api.ts';
import { asCsv, type Employee } from './staff-list.ts';

// What a journey needs before its own steps, made through the API. The screens for it are tested by other journeys
// (story, session, import, first-steps).

type Person = { surname: string; name: string; email: string; role?: Role };

const api = '/lk/api/v2';
/** For background work, which waits for its turn on a busy machine. */
const patient = { timeout: 60_000 };

/** A page of a new browser context in which nobody is signed in. */
export const newPage = async (browser: Browser, { portal }: Pick<Site, 'portal'>): Promise<Page> =>
  (await browser.newContext({ baseURL: portal })).newPage();

const consent = (page: Page) =>
  askFor(page, { method: 'POST', path: `${api}/users/terms/processing_personal_data`, body: {} });

/** The administrator of a new organisation, signed in for the first time; the page is still empty. */
export const newAdministrator = async (browser: Browser, product: Site): Promise<Page> => {
  const page = await newPage(browser, product);
  const { email, password } = product.first;
  await askFor(page, { method: 'POST', path: `${api}/auth/login`, body: { email, password } });
  await consent(page);
  return page;
};

/** Adds a mail domain to the organisation. A domain below `.test` is verified at once. */
export const haveMailDomain = async (administrator: Page, domain: string): Promise<void> => {
  const added = await askFor(administrator, { method: 'POST', path: `${api}/organizations/domains`, body: { domain } });
  expect(added.verified_at).not.toBeNull();
};

/** Imports people from a file in the CSV format. */
export const haveStaffFrom = async (administrator: Page, csv: Buffer): Promise<void> => {
  const file = { name: 'Кадры.csv', mimeType: 'text/csv', buffer: csv };
  const read = await askFor(administrator, { method: 'POST', path: `${api}/users/employee/csv/info`, files: { file } });
  const status = async () =>
    (await askFor(administrator, { method: 'GET', path: `${api}/users/employee/csv/${read.import_id}` })).status;
  await expect.poll(status, patient).toBe('ready');
  const { event_id } = read;
  await askFor(administrator, { method: 'POST', path: `${api}/users/employee/csv/process`, body: { event_id } });
  await expect.poll(status, patient).toBe('done');
};

/** Imports people. */
export const haveStaff = (administrator: Page, people: readonly Employee[]): Promise<void> =>
  haveStaffFrom(administrator, asCsv(people));

const add = (administrator: Page, { surname, name, email, role }: Person, invited: boolean) =>
  askFor(administrator, {
    method: 'POST',
    path: `${api}/users/employee/add?need_message=${invited}`,
    body: { last_name: surname, first_name: name, email, role },
  });

/** The administrator adds a person, who is not invited. */
export const havePerson = async (administrator: Page, person: Person): Promise<void> => {
  await add(administrator, person, false);
};

/** The token in the registration link of the newest invitation to an address in the built-in mailbox. */
const invitationTo = async (administrator: Page, email: string): Promise<string> => {
  const search = `${api}/settings/mailbox?search=${encodeURIComponent(email)}`;
  const newest = async () =>
    (await askFor(administrator, { method: 'GET', path: search })).data[0]?.id as number | undefined;
  await expect.poll(newest, patient).toBeDefined();
  const { text } = await askFor(administrator, { method: 'GET', path: `${api}/settings/mailbox/${await newest()}` });
  return /\/lk\/auth\/registration\/([\w-]+)/.exec(text)![1]!;
};

/** A person whom the administrator invites, registered and signed in; the page is still empty. */
export const haveAccount = async (
  browser: Browser,
  product: Site,
  administrator: Page,
  person: Person,
  password: string,
): Promise<Page> => {
  await add(administrator, person, true);
  const token = await invitationTo(administrator, person.email);
  const page = await newPage(browser, product);
  await askFor(page, { method: 'POST', path: `${api}/auth/registration/${token}`, body: { password } });
  await consent(page);
  return page;
};
