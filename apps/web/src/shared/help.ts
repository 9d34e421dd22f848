import { createContext } from 'react';

/** A chapter of the instructions, and a section of it. */
export type HelpPlace = { readonly chapter: string; readonly section?: string };

/** The chapter about the current page. The admin frame sets it; other pages have none. */
export const HelpContext = createContext<HelpPlace | undefined>(undefined);
