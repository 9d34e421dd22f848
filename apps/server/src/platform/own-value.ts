/** The entry of a table for a name that a person or a file gave. Names such as `constructor` find nothing that the table inherits. */
export const ownValue = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
