/**
 * Optional packages (builds for other platforms, mostly) that an entry of the lockfile names but the lockfile does not
 * describe. A registry that lacks them lets `npm install` write such a lockfile, and then `npm ci` refuses it.
 */
export function undescribedOptionals(lock) {
  return Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isDescribed(lock, path, name))
      .map((name) => ({ path, name })),
  );
}

/** Looks where Node would look from the path: in its own node_modules, then in those of the folders above. */
function isDescribed(lock, path, name) {
  const parts = path.split('/');
  const above = parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
  return [...above.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`].some(
    (place) => lock.packages[place],
  );
}
