export { SendingState } from './kill-switch.tsx';
export { SendingLink } from './sending-link.tsx';
export { LicenceMeter } from './licence-meter.tsx';
export { NotifyDialog } from './notify-dialog.tsx';
export { SetUpCard } from './set-up-card.tsx';
export { SendingBanner } from './sending-banner.tsx';
export { OrganizationSwitch, ShellNotices, useNobodyToAdd } from './shell.tsx';
export { SignInByEmail } from './lazy-sign-in-by-email.ts';
