export { DesignTab } from './design-tab.tsx';
export { QuantityFields } from './quantity-fields.tsx';
export { SettingsTab } from './settings-tab.tsx';
