const KEY = 'sergak.token';

/** The session token, kept only where the API is on another origin and the cookie cannot reach it. */
export const readToken = (): string | null => localStorage.getItem(KEY);
export const keepToken = (token: string | null): void => {
  if (token === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, token);
};
