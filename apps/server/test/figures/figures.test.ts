import { expect, test } from 'vitest';
import { generatedOrganization } from './organizations.ts';
import { readPages } from './pages.ts';
import { contradictionsIn, countCompared } from './readings.ts';
import { readReports } from './reports.ts';
import { subjectsOf } from './subjects.ts';

test.each([1, 2, 3])(
  'every figure has one value in all pages, PDFs and workbooks (organisation %i)',
  async (seed) => {
    const org = await generatedOrganization(seed);
    const readings = [...(await readPages(org)), ...(await readReports(org, await subjectsOf(org)))];
    expect(contradictionsIn(readings)).toEqual([]);
    expect(countCompared(readings)).toBeGreaterThan(300);
  },
  60_000,
);
