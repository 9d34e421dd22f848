import { AppError } from '../errors.ts';

const MB = 1_000_000;
/** Limits of uploads in the scratch folder at one time, of one person and of one organisation. */
export const uploadLimits = {
  person: { requests: 3, bytes: 150 * MB },
  organization: { requests: 30, bytes: 1_000 * MB },
} as const;

type Held = { requests: number; bytes: number };
type Owner = { readonly person: string; readonly organization: string };
export type UploadShare = {
  /** Counts bytes before they are written; throws 429 if the share is used up. */
  take(bytes: number): void;
  /** Releases the share; call it once the files are deleted. */
  end(): void;
};

const holders = new Map<string, Held>();
const retryAfter = 10;

/** Uploads that do not fit into the usual share of a person have shares of their own: one file, two of an organisation. */
const sharesOf = ({ person, organization }: Owner, largest: number) =>
  largest > uploadLimits.person.bytes
    ? [
        { name: `large, person ${person}`, limit: { requests: 1, bytes: 1.1 * largest } },
        { name: `large, organization ${organization}`, limit: { requests: 2, bytes: 2.2 * largest } },
      ]
    : [
        { name: `person ${person}`, limit: uploadLimits.person },
        { name: `organization ${organization}`, limit: uploadLimits.organization },
      ];

/**
 * Opens an upload of this person to a call that accepts files of up to `largest` bytes. Throws 429 while the person or the
 * organisation has too many under way.
 */
export const openUpload = (owner: Owner, largest = 0): UploadShare => {
  const shares = sharesOf(owner, largest).map((one) => ({ ...one, held: holders.get(one.name) ?? { requests: 0, bytes: 0 } }));
  if (shares.some(({ held, limit }) => held.requests >= limit.requests))
    throw new AppError('file.too_many_uploads', undefined, retryAfter);
  let taken = 0;
  for (const { name, held } of shares) {
    held.requests += 1;
    holders.set(name, held);
  }
  return {
    take(bytes) {
      if (shares.some(({ held, limit }) => held.bytes + bytes > limit.bytes))
        throw new AppError('file.too_many_uploads', undefined, retryAfter);
      for (const { held } of shares) held.bytes += bytes;
      taken += bytes;
    },
    end() {
      for (const { name, held } of shares) {
        held.requests -= 1;
        held.bytes -= taken;
        if (held.requests === 0) holders.delete(name);
      }
      taken = 0;
    },
  };
};
