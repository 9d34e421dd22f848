import { type RiskColor, riskColor as colorOfLevel, shareColor } from '@sergak/contract/statistics/risk.rules.ts';

export { type RiskColor, shareColor };

/** Colour of a person's level on 0…10; a missing one counts as the worst: nothing is known. */
export const riskColor = (level: number | null | undefined): RiskColor =>
  colorOfLevel(level === undefined || Number.isNaN(level) ? null : level);

/** The colour of learning: how much is still undone, on the scale of risk. */
export const learningColor = (progress: number): RiskColor => riskColor((100 - progress) / 10);
/** The colour of the phishing indicator 0…100, on the scale of risk. */
export const phishingColor = (indicator: number): RiskColor => riskColor(indicator / 10);
