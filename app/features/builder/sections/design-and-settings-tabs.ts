export { DesignTab } from './design-tab.tsx';
export { SettingsTab } from './settings-tab.tsx';
