import { z } from 'zod';

/**
 * A password or key that is stored encrypted and never shown. `lost`: it was sealed with a secret of the installation that is
 * gone, so it has to be entered again.
 */
export const sealedState = z.enum(['set', 'lost', 'none']);
export type SealedState = z.output<typeof sealedState>;
