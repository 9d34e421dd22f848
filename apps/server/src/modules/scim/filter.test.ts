import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparisonsOf, matches, parseFilter, type ScimFilter } from './filter.ts';
import { ScimError } from './scim-error.ts';

const words = [
  '(',
  ')',
  '[',
  ']',
  '"',
  '\\',
  'and',
  'or',
  'not',
  'eq',
  'pr',
  'userName',
  'emails',
  'true',
  'null',
  '1e9',
  "'",
  ';--',
  '\0',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary' })), { maxLength: 30 })
  .map((all) => all.join(' '));

test('any text is a filter or a 400 of the standard', () => {
  fc.assert(
    fc.property(text, (given) => {
      try {
        const filter = parseFilter(given);
        matches(filter, { userName: 'anna', emails: [{ value: 'anna@example.test' }] });
      } catch (error) {
        expect(error).toBeInstanceOf(ScimError);
      }
    }),
    { numRuns: 2_000 },
  );
});

const comparison: fc.Arbitrary<{ text: string; filter: ScimFilter }> = fc
  .tuple(
    fc.constantFrom('username', 'name.givenname', 'active'),
    fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'),
    fc.oneof(
      fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0') && value.isWellFormed()),
      fc.integer(),
      fc.boolean(),
    ),
  )
  .map(([path, op, value]) => ({
    text: `${path} ${op} ${JSON.stringify(value)}`,
    filter: { kind: 'compare', path, op, value } as ScimFilter,
  }));

test('values keep their text, whatever they contain', () => {
  fc.assert(
    fc.property(fc.array(comparison, { minLength: 1, maxLength: 6 }), (parts) => {
      const filter = parseFilter(parts.map((part) => part.text).join(' and '));
      expect(comparisonsOf(filter)).toEqual(parts.map((part) => part.filter));
    }),
    { numRuns: 500 },
  );
});

test('deep nesting is rejected instead of exhausting the stack', () => {
  expect(() => parseFilter(`${'('.repeat(50_000)}a pr`)).toThrow(ScimError);
});
