/**
 * Finds optional packages (mostly builds for other platforms) that an entry of the lockfile names but the lockfile
 * does not describe. A registry without them makes `npm install` write such a lockfile, which `npm ci` then rejects.
 */
export function undescribedOptionals(lock) {
  return Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isDescribed(lock, path, name))
      .map((name) => ({ path, name })),
  );
}

/** Searches like Node from the path: in its own node_modules, then in those of the parent folders. */
function isDescribed(lock, path, name) {
  const parts = path.split('/');
  const above = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
  return [...above.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`].some(
    (place) => lock.packages[place],
  );
}
