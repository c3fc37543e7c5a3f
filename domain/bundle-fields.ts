import { pageChangeMessages } from '#content/messages/page-changes.ts';

import type { CheckoutPageConfig } from './checkout-page.ts';
import { describeChange, type PageField } from './page-field.ts';

export const bundleField: PageField<CheckoutPageConfig['bundle']> = {
  describe: (change) => describeChange(pageChangeMessages.labels.bundle, change, ({ items }) => String(items.length)),
};
