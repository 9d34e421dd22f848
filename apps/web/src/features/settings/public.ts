export { fitOfSetting, type SettingKey, settings, settingsFor } from './settings-map.ts';
