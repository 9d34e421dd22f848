-- Hits are judged in TypeScript (modules/tracking/batch.rules.ts).
drop function store_hits(text[], uuid[], int[], bigint[], int[], int[], int[], text[], inet[], text[], text[], text[], text[], text[],
  text[], text[], interval, interval, interval, int, int, bool, interval, uuid[], interval, int, int);
drop function reaction_key(uuid);
