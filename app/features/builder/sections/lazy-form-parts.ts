export { DesignTab } from './design-tab.tsx';
export { PlanFields, SubscriptionFields } from './payment-terms-fields.tsx';
export { QuantityFields } from './quantity-fields.tsx';
export { SettingsTab } from './settings-tab.tsx';
