import type { DetailsOf } from '@sergak/contract/error-details.ts';
import type { ErrorCode } from '@sergak/contract/errors.ts';
import type { Endpoint } from '@sergak/contract/endpoint.ts';
import type { TenantMode, Tx } from './db.ts';

/** What a caller sees of an answer, and of the details of an error. */
type Details = DetailsOf<ErrorCode>;
export type View = {
  readonly answer: (value: unknown) => unknown;
  readonly errorDetails: (details: Details) => Details;
};
/** Decides before a call runs what its caller sees of the answer; null: all of it. Throws if the call is rejected. */
export type ViewPolicy = (
  tx: Tx,
  call: { readonly endpoint: Endpoint; readonly input: Readonly<Record<string, unknown>>; readonly mode: TenantMode },
) => Promise<View | null>;
