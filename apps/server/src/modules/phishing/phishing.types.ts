import type { z } from 'zod';
import type { Email, difficulty, newEmail } from '@sergak/contract/phishing/phishing.schema.ts';

export type Difficulty = z.output<typeof difficulty>;
export type NewEmailRow = Omit<z.output<typeof newEmail>, 'language'> & {
  language: Email['language'];
  translation_of?: string | null;
};
