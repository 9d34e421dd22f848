import type { Me, RuntimeConfig } from '@sergak/contract/session/session.schema.ts';
import { config } from './config.ts';
import { useAuth, type Auth } from './session.ts';

export type Brand = Pick<Me['acting_organization'], 'title' | 'logo'> & { readonly color: string };

/** Title, logos and colour of the organisation that the session acts in; of the installation if no one is signed in. */
export const brandOf = (auth: Auth, { title, logo, theme }: RuntimeConfig): Brand => {
  if (auth.status !== 'authorised') return { title, logo, color: theme.primary };
  const own = auth.me.acting_organization;
  const hasLogo = own.logo.light !== null || own.logo.dark !== null;
  return { title: own.title, logo: hasLogo ? own.logo : logo, color: own.brand_color };
};

export const useBrand = (): Brand => brandOf(useAuth(), config());
