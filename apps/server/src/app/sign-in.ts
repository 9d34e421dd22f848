/** A person with a password made by the installation, to be printed at the terminal. */
export type SignIn = { readonly role: string; readonly email: string; readonly password: string };
