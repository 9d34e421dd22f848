import type { SealedState } from '@sergak/contract/sealed.schema.ts';
import type { Platform } from './context.ts';
import { inSystem, type Database, type SystemTx } from './db.ts';
import { AppError } from './errors.ts';
import { listSealed, replaceSealed, type SealedColumn } from './sealed.repo.ts';

// Passwords and keys that settings store encrypted: the one place that decides what a lost secret of the installation means.

type Keys = Pick<Platform, 'secrets'>;
/** A stored value and what it was sealed about (table and row). */
export type Sealed = { readonly sealed: Buffer | null; readonly about: string };

/** Opens a stored value. The text is empty if there is none, or if the secret that sealed it was lost. */
export const readSealed = ({ secrets }: Keys, { sealed, about }: Sealed): { state: SealedState; text: string } => {
  if (sealed === null) return { state: 'none', text: '' };
  try {
    return { state: 'set', text: secrets.open(sealed, about) };
  } catch {
    return { state: 'lost', text: '' };
  }
};

/** State of a stored value for the settings page. */
export const stateOf = (on: Keys, value: Sealed): SealedState => readSealed(on, value).state;

/** The text of a stored value, empty if there is none. Throws `secret.lost` if it cannot be opened. */
export const openSealed = (on: Keys, value: Sealed): string => {
  const { state, text } = readSealed(on, value);
  if (state === 'lost') throw new AppError('secret.lost');
  return text;
};

/**
 * What a form stores: the given text sealed, nothing for an empty text, and without a text the value to keep. A lost value is
 * kept as it is, so that the settings can be saved and stay marked.
 */
export const sealGiven = ({ secrets }: Keys, given: string | undefined, kept: Sealed): Buffer | null => {
  if (given === undefined) return kept.sealed;
  return given === '' ? null : secrets.seal(given, kept.about);
};

/** What happened to a stored value, in words of the audit log; the value itself is never logged. */
export const sealedChange = (
  on: Keys,
  about: string,
  before: Buffer | null,
  after: Buffer | null,
): [string | null, string | null] => {
  const [was, became] = [before, after].map((sealed) => readSealed(on, { sealed, about }));
  const isSame = before !== null && after !== null && (before.equals(after) || was!.text === became!.text);
  return [before && 'saved', after && (before === null || isSame ? 'saved' : 'replaced')];
};

/** A stored value that the installation may have to seal again. */
export type StoredValue = Sealed & { readonly sealed: Buffer; readonly organizationId: string | null };
/** A column with sealed values. The module that owns the table lists it in its manifest. */
export type SealedPlace = {
  /** What the values are, for operators. */
  readonly title: string;
  /** The values that do not begin with this label. */
  list(db: Database, label: Buffer): Promise<readonly StoredValue[]>;
  /** Stores values that were sealed again, each only if nobody has changed it meanwhile. Returns their number. */
  replace(db: Database, values: readonly (readonly [StoredValue, Buffer])[]): Promise<number>;
};

/** Sealed values of a table of the organisations. */
export const sealedColumn = (
  title: string,
  column: SealedColumn,
  aboutOf: (key: Readonly<Record<string, string>>) => string,
): SealedPlace => {
  type Found = StoredValue & { readonly key: Readonly<Record<string, string>> };
  return {
    title,
    list: async (db, label): Promise<Found[]> =>
      (await inSystem(db, (tx) => listSealed(tx, column, label))).map(({ key, sealed }) => ({
        key,
        sealed,
        about: aboutOf(key),
        organizationId: key['organization_id'] ?? null,
      })),
    replace: (db, values) =>
      inSystem(db, async (tx: SystemTx) => {
        let count = 0;
        for (const [value, sealed] of values)
          if (await replaceSealed(tx, column, { ...(value as Found), next: sealed })) count += 1;
        return count;
      }),
  };
};

/** Values of an installation that its current secret did not seal. */
export type OutdatedValues = {
  readonly title: string;
  /** Organisations of the values that no secret opens, one for each value. */
  readonly lost: readonly (string | null)[];
  /** Number of values that an old secret has sealed. */
  readonly old: number;
};

const divide = (on: Keys, values: readonly StoredValue[]) => {
  const opened: [StoredValue, string][] = [];
  const lost: StoredValue[] = [];
  for (const value of values) {
    const { state, text } = readSealed(on, value);
    if (state === 'set') opened.push([value, text]);
    else lost.push(value);
  }
  return { opened, lost };
};

/** Lists the values that are lost or that have to be sealed again, by place. Places without such values are left out. */
export const listOutdated = async (
  on: Pick<Platform, 'secrets' | 'db'>,
  places: readonly SealedPlace[],
): Promise<OutdatedValues[]> => {
  const found: OutdatedValues[] = [];
  for (const place of places) {
    const { opened, lost } = divide(on, await place.list(on.db, on.secrets.label));
    if (opened.length + lost.length > 0)
      found.push({ title: place.title, lost: lost.map((one) => one.organizationId), old: opened.length });
  }
  return found;
};

/** Values sealed in one transaction. */
const BATCH = 500;

export type Resealed = { readonly title: string; readonly resealed: number; readonly lost: readonly (string | null)[] };

/** Seals all readable values with the current secret. Safe to repeat, and while the product runs. */
export const resealAll = async (
  on: Pick<Platform, 'secrets' | 'db'>,
  places: readonly SealedPlace[],
): Promise<Resealed[]> => {
  const done: Resealed[] = [];
  for (const place of places) {
    const { opened, lost } = divide(on, await place.list(on.db, on.secrets.label));
    let resealed = 0;
    for (let at = 0; at < opened.length; at += BATCH) {
      const part = opened.slice(at, at + BATCH);
      const sealed = part.map(([value, text]) => [value, on.secrets.seal(text, value.about)] as const);
      resealed += await place.replace(on.db, sealed);
    }
    done.push({ title: place.title, resealed, lost: lost.map((one) => one.organizationId) });
  }
  return done;
};
