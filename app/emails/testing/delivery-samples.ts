import type { Email, EmailDelivery, EmailOrder, SellerBranding } from '#domain/email.ts';

export const ACCESS_LINK = 'https://till.example/g/Zk3_a-BcDeFgHiJkLmNoPqRsTuVwXyZ0123456789ab';

const FILE: EmailDelivery['items'][number] = { name: 'Throwing guide', kind: 'file', keys: [], moreKeys: 0 };

/** One of each kind. */
const DELIVERY: EmailDelivery = {
  link: ACCESS_LINK,
  linkDays: 30,
  items: [
    FILE,
    {
      name: 'Glaze calculator',
      kind: 'keys',
      keys: ['GLAZE-7K2M9-QX4TR-0BN6W-VD31H-ZP8CF', 'GLAZE-3HX8E-1RM5K-9TQ0B-JW62N-C4VYD'],
      moreKeys: 3,
    },
    { name: 'Kiln forum', kind: 'link', keys: [], moreKeys: 0 },
    { name: 'Before you start', kind: 'text', keys: [], moreKeys: 0 },
  ],
};

const FILE_DELIVERY: EmailDelivery = {
  ...DELIVERY,
  items: [FILE, { ...FILE, name: 'Glaze recipes', product: 'The Kiln Year' }],
};

/** Emails that deliver something, say that it follows, or that there is a new version. */
export const createDeliveryEmails = (seller: SellerBranding, order: EmailOrder): readonly Email[] => [
  {
    kind: 'receipt',
    seller,
    order,
    renewal: false,
    message: 'Thank you!',
    delivery: DELIVERY,
    termsUrl: '',
    privacyUrl: '',
  },
  {
    kind: 'order_pending',
    seller,
    number: order.number,
    productName: order.productName,
    amount: order.paid,
    currency: order.currency,
    pending: { paymentMethod: 'sepa_debit', url: null, expiresAt: null },
    delivers: true,
  },
  ...[DELIVERY, FILE_DELIVERY].map((delivery): Email => ({
    kind: 'delivery',
    seller,
    number: order.number,
    productName: order.productName,
    ...delivery,
  })),
  {
    kind: 'file_updated',
    seller,
    productName: order.productName,
    file: 'Glaze recipes.pdf',
    optOut: 'https://till.example/g/emails/7f0c6f5e_7Jd2',
  },
];
