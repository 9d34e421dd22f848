import { type RiskColor, riskColor as colorOfLevel, shareColor } from '@sergak/contract/statistics/risk.rules.ts';

export { type RiskColor, shareColor };

/** Colour of a person's risk level on 0…10; a missing level counts as the worst, because nothing is known. */
export const riskColor = (level: number | null | undefined): RiskColor =>
  colorOfLevel(level === undefined || Number.isNaN(level) ? null : level);

/** The colour of learning progress 0…100: the unfinished part on the scale of risk. */
export const learningColor = (progress: number): RiskColor => riskColor((100 - progress) / 10);
/** The colour of the phishing indicator 0…100, on the scale of risk. */
export const phishingColor = (indicator: number): RiskColor => riskColor(indicator / 10);
