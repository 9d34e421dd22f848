import type { SuspiciousState } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import type { Tone } from '../../shared/ui/badges.tsx';

export const stateTones: Record<SuspiciousState, Tone> = {
  new: 'active',
  checked: 'neutral',
  dangerous: 'bad',
  harmless: 'good',
};
