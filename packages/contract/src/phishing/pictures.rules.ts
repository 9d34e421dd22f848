/** Largest uploaded picture, in bytes. */
export const PICTURE_BYTES = 5_000_000;
/** Largest side of a stored picture, in pixels; a larger picture is scaled down. */
export const PICTURE_SIDE = 1_600;
/** Maximum number of pictures of a template or redirect page. */
export const PICTURES_MAX = 100;
/** A picture that no text has shown for this time is deleted. */
export const UNUSED_PICTURE_DAYS = 30;
export const pictureKinds = ['.png', '.jpg', '.jpeg', '.gif', '.webp'] as const;

/** The address of a picture in the html of an email or page. */
export const pictureSource = (fileId: string): string => `picture:${fileId}`;

/** A neutral picture in place of one that an import could not take. It is to be replaced before the email is sent. */
export const PICTURE_PLACEHOLDER =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAASwAAABkAgMAAABBb+VTAAAADFBMVEXe4uaGjpazub+iqbCw53NPAAAACXBIWXMAAAsTAAALEwEAmpwYAAAA40lEQVRYw+3WsQ2DMBCFYUNEkUiUjMAI9BmBwidHSgpG8AgsAdkhWSJLkCEyBSdEgIbqXkHxfgmJ6hNGtnzOMcYYY4wxc681K5XLWjRa1cZ6GK3ityzx7Y3Wc/P+NVr9zjutXSuPOKvwOGsIOEvkmBZyjch/P+2JC3CvZkCr+uCsrsFY+q9SqTGWri8Rj7GGqFdIgFgn/aZSpIXsLz1EhcgVYem11ky3I+Rsy12fG8BK5pvWA6xstgLA6v4jQGu20mWcaMzWebFqs1WuY05/oNkEOTMhZznkjImcfRljjDHGmHMjPY57BXoSqqgAAAAASUVORK5CYII=';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const SOURCE = new RegExp(`picture:(${UUID})`, 'gi');
const WHOLE_SOURCE = new RegExp(`^picture:(${UUID})$`, 'i');

/** The file of an address that is exactly `picture:<uuid>`; null for any other address. */
export const pictureOf = (source: string): string | null => WHOLE_SOURCE.exec(source)?.[1]?.toLowerCase() ?? null;

/** The files of the pictures that a text refers to, each once. */
export const picturesIn = (html: string): string[] => [
  ...new Set(Array.from(html.matchAll(SOURCE), (match) => match[1]!.toLowerCase())),
];

/** Replaces the address of each picture; `addressOf` may return undefined to keep it. */
export const withPictures = (html: string, addressOf: (fileId: string) => string | undefined): string =>
  html.replace(SOURCE, (whole, id: string) => addressOf(id.toLowerCase()) ?? whole);
