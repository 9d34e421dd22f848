export { type Licence, LicenceBar, LicenceMeter, takenShare } from './licence-meter.tsx';
export { SendingBanner } from './sending-banner.tsx';
