export const ANALYTICS_ID_MAX = 40;
export const FEATURE_FLAGS_MAX = 20;
