// Limits and names that the players and forms need; without schemas, so that the first load of a page stays small.

/** The ways in which a package can be completed, see `completionRule`. */
export const completionWays = ['pages', 'completed', 'passed', 'score'] as const;
export type CompletionWay = (typeof completionWays)[number];

/** Players split commits that are larger than this, in bytes. */
export const COMMIT_PART = 200_000;

/** A host from which a package may load: letters of ASCII in lower case, at least two labels. */
export const HOST_NAME = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/;
/** Maximum number of characters of a host, and of hosts of a package. */
export const SCORM_HOST_MAX = 253;
export const HOSTS_MAX = 20;
