export { DeliveryTab } from '../delivery/delivery-tab.tsx';
export { BundleFields } from './bundle-fields.tsx';
export { FieldEditor } from './custom-field-editor.tsx';
export { DesignTab } from './design-tab.tsx';
export { BumpCard } from './order-bump-card.tsx';
export { PlanFields, SubscriptionFields } from './payment-terms-fields.tsx';
export { PriceOptionCard } from './price-option-card.tsx';
export { QuantityFields } from './quantity-fields.tsx';
export { SettingsTab } from './settings-tab.tsx';
