import { pageChangeMessages } from '#content/messages/page-changes.ts';

import type { CheckoutPageConfig } from './checkout-page.ts';
import { describeChange, type PageField } from './page-field.ts';

export const deliveryField: PageField<CheckoutPageConfig['delivery']> = {
  describe: (change) => describeChange(pageChangeMessages.labels.delivery, change, ({ items }) => String(items.length)),
};
