/** Maximum size of a presentation file in bytes. */
export const PRESENTATION_BYTES = 500_000_000;
/** Maximum number of slides of one presentation. */
export const PRESENTATION_SLIDES_MAX = 300;
/** A slide's alternative text is cut at this number of characters. */
export const SLIDE_ALT_MAX = 500;

/** Kinds of presentation files, by their usual name ending. All but `pdf` need LibreOffice on the server. */
export const presentationKinds = ['pdf', 'pptx', 'odp', 'ppt'] as const;
export type PresentationKind = (typeof presentationKinds)[number];
