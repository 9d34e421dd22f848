import { templateScale } from '@sergak/contract/phishing/phish-scale.rules.ts';
import type { Tx } from '../../platform/db.ts';
import * as repo from './phishing.repo.ts';
import type { Difficulty } from './phishing.types.ts';

/** The difficulty that the NIST Phish Scale gives the base emails of a template; null while none is rated. */
export const estimateDifficulty = async (tx: Tx, templateId: string): Promise<Difficulty | null> =>
  templateScale((await repo.listEmails(tx, templateId)).filter((email) => email.translation_of === null))?.difficulty ??
  null;

/** Lets the difficulty follow the estimate after emails have changed, unless a person has set it. */
export const refreshDifficulty = async (tx: Tx, templateId: string): Promise<void> => {
  const template = await repo.lockTemplate(tx, templateId);
  if (!template) return;
  const estimate = template.difficulty_set ? null : await estimateDifficulty(tx, templateId);
  await repo.touchTemplate(tx, templateId, estimate ?? template.difficulty);
};
