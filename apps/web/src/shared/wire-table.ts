import type { EndpointId } from '@sergak/contract/endpoints.ts';
import { sessionWire } from '@sergak/contract/wire-session.gen.ts';
import type { Wire } from '@sergak/contract/wire.gen.ts';

let table: Readonly<Partial<Record<EndpointId, Wire>>> = sessionWire;

/** Registers all calls of the product; before that only the calls of signing in are known. */
export const registerWire = (whole: Readonly<Record<EndpointId, Wire>>): void => {
  table = whole;
};

/** Method and path of a call; undefined for one that is not registered yet. */
export const findWire = (id: EndpointId): Wire | undefined => table[id];
