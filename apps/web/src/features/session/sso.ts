/* A sign-in through the organisation's provider leaves this page and comes back to it in the same tab. The binding proves
   that it is the same browser; other sites and other tabs cannot read it. */
const KEY = 'sergak.sso-binding';

export const keepBinding = (binding: string): void => sessionStorage.setItem(KEY, binding);

export const takeBinding = (): string | null => {
  const binding = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return binding;
};

type Return = { readonly ticket: string } | { readonly error: string } | null;

/** What the fragment of the address says after the return. */
export const readReturn = (hash: string): Return => {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const ticket = values.get('ticket');
  if (ticket !== null) return { ticket };
  const error = values.get('error');
  return error === null ? null : { error };
};
