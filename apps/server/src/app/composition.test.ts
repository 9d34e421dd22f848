import { expect, expectTypeOf, test } from 'vitest';
import { jobs } from '../job-table.ts';
import type { JobHandlers } from '../platform/jobs.ts';
import type { Module } from '../platform/module.ts';
import { handlers, mergeTables, type JobsOfModules } from './composition.ts';

// The compiler judges the first two tests: `@ts-expect-error` fails if there is no error.

test('a job that no manifest handles does not compile', () => {
  const tags = { jobs: { 'tags.refresh-membership': async () => undefined } } satisfies Module;
  const files = { jobs: { 'files.remove-bytes': async () => undefined } } satisfies Module;
  type Both = JobsOfModules<readonly [typeof tags, { readonly routes: [] }, typeof files]>;
  expectTypeOf<keyof Both>().toEqualTypeOf<'tags.refresh-membership' | 'files.remove-bytes'>();
  // @ts-expect-error every other job has no handler
  const incomplete: JobHandlers = {} as Both;
  expect(incomplete).toBeDefined();
});

test('a handler without a declared job does not compile', () => {
  const manifest = {
    jobs: {
      'tags.refresh-membership': async () => undefined,
      // @ts-expect-error the job table does not declare this job
      'tags.undeclared': async () => undefined,
    },
  } satisfies Module;
  expect(Object.keys(manifest.jobs)).toHaveLength(2);
});

test('every declared job is handled, and two modules cannot handle the same job', () => {
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(jobs).sort());
  expect(mergeTables([{ a: 1 }, undefined, { b: 2 }])).toEqual({ a: 1, b: 2 });
  expect(() => mergeTables([{ a: 1 }, { a: 1 }])).toThrow('two modules declare a');
});
