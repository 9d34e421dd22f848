export { KillSwitch } from './kill-switch.tsx';
export { type Licence, LicenceMeter } from './licence-meter.tsx';
export { LicenceUse } from './licence-use.tsx';
export { NotifyDialog } from './notify-dialog.tsx';
export { SendingBanner } from './sending-banner.tsx';
export { OrganizationSwitch, ShellNotices, useNobodyToAdd } from './shell.tsx';
