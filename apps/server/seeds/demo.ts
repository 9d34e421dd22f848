import type { SignIn } from './sign-in.ts';
import type { Platform } from '../src/platform/context.ts';

/** The demo organisation; null when it is there already. */
export const installDemo = async (_platform: Platform, _newPassword: () => string): Promise<SignIn[] | null> => null;
