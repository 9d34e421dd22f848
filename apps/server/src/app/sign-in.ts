/** Somebody whose password the installation made, for the terminal. */
export type SignIn = { readonly role: string; readonly email: string; readonly password: string };
