import { expect, test } from 'vitest';
import { brandOf } from './brand.ts';
import { config } from './config.ts';
import type { Auth } from './session.ts';

const installation = { ...config(), title: 'Sergak', logo: { light: '/lk/logos/first', dark: null } };
const signedIn = (logo: { light: string | null; dark: string | null }) =>
  ({
    status: 'authorised',
    me: {
      organization: { title: 'Холдинг', logo: { light: null, dark: null }, brand_color: '#3dbc87' },
      acting_organization: { title: 'Филиал', logo, brand_color: '#1f6feb' },
    },
  }) as unknown as Auth;

test('the brand is that of the organisation that the session acts in', () => {
  const own = { light: '/lk/logos/light', dark: '/lk/logos/dark' };
  expect(brandOf(signedIn(own), installation)).toEqual({ title: 'Филиал', logo: own, color: '#1f6feb' });
});

test('an organisation without a logo shows that of the installation; so does a page without a session', () => {
  const none = { light: null, dark: null };
  expect(brandOf(signedIn(none), installation).logo).toEqual(installation.logo);
  expect(brandOf({ status: 'unauthorised' }, installation)).toEqual({
    title: 'Sergak',
    logo: installation.logo,
    color: '#3dbc87',
  });
});
