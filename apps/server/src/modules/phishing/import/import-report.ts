import { IMPORT_EXAMPLES, type ImportChangeCode } from '@sergak/contract/phishing/import.rules.ts';
import type { TemplateImportChange } from './import.types.ts';

const EXAMPLE_CHARS = 120;

export type Report = {
  /** Counts a change and keeps the first examples. */
  add(code: ImportChangeCode, example?: string): void;
  changes(): TemplateImportChange[];
};

/** Collects what an import changes. */
export const openReport = (): Report => {
  const found = new Map<ImportChangeCode, { code: ImportChangeCode; count: number; examples: string[] }>();
  return {
    add(code, example = '') {
      const one = found.get(code) ?? { code, count: 0, examples: [] };
      one.count += 1;
      const text = example.replace(/\s+/g, ' ').trim().slice(0, EXAMPLE_CHARS);
      if (text !== '' && one.examples.length < IMPORT_EXAMPLES && !one.examples.includes(text)) one.examples.push(text);
      found.set(code, one);
    },
    changes: () => [...found.values()],
  };
};
