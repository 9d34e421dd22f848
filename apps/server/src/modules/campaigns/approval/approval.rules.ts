/** Who may not decide over a campaign: its author and whoever changed it last. */
export const barredFrom = (campaign: { created_by: string | null; edited_by: string | null }): string[] => [
  ...new Set([campaign.created_by, campaign.edited_by].filter((id) => id !== null)),
];
