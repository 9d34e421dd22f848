/** Colours of risk as the specification gives them. A missing level counts as the worst: nothing is known. */
export type RiskColor = 'green' | 'yellow' | 'red';

/** A person's level on 0…10: 7 and more or missing is red, below 4 green, between them yellow. */
export const riskColor = (level: number | null | undefined): RiskColor => {
  if (level === null || level === undefined || Number.isNaN(level)) return 'red';
  if (level >= 7) return 'red';
  return level < 4 ? 'green' : 'yellow';
};

/** A share in percent on the second scale: up to 15 green, up to 50 yellow, above red. */
export const shareColor = (percent: number): RiskColor => {
  if (percent <= 15) return 'green';
  return percent <= 50 ? 'yellow' : 'red';
};

/** The colour of learning: how much is still undone, on the scale of risk. */
export const learningColor = (progress: number): RiskColor => riskColor((100 - progress) / 10);
/** The colour of the phishing indicator 0…100, on the scale of risk. */
export const phishingColor = (indicator: number): RiskColor => riskColor(indicator / 10);
