/** Caches the results of `make` for the texts requested most recently; drops the oldest first. */
export const remembered = <T>(most: number, make: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    if (known.size >= most) known.delete(known.keys().next().value!);
    known.set(text, made);
    return made;
  };
};
