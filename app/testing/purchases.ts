import type { Purchase, PurchaseReceipt, PurchaseSeller, PurchaseSubscription } from '#domain/purchase.ts';

export const SAMPLE_SELLER: PurchaseSeller = {
  id: 'b9a1a9ce-6a0e-4a0f-9a55-8b1c6bb9f3d1',
  name: 'Marlow Prints',
  logo: null,
  branding: { accentColor: '#b4532a', fonts: { heading: 'Lora', body: 'Lato' } },
  email: 'marlow@example.com',
};

export const createPurchase = (change: Partial<Purchase> = {}): Purchase => ({
  id: '0c2bb3a4-6c38-4b5e-9d53-7f5ac0a8c4f2',
  number: 12,
  state: 'paid',
  dispute: null,
  productName: 'Linocut for Beginners',
  quantity: 1,
  paymentPlan: null,
  billing: null,
  currency: 'USD',
  total: 4000,
  received: 4000,
  refunded: 0,
  lost: 0,
  createdAt: '2026-11-20T23:59:00.000Z',
  subscription: null,
  pending: null,
  pagePath: null,
  delivered: [],
  products: [],
  ...change,
});

export const createSubscription = (change: Partial<PurchaseSubscription> = {}): PurchaseSubscription => ({
  id: '7a4f4f0e-1f0e-4e6b-8f2c-3f1f6d1f6d1f',
  state: 'active',
  currency: 'USD',
  amount: 1200,
  priceAfterDiscount: null,
  billing: 'monthly',
  periodEnd: '2026-12-20T10:00:00.000Z',
  cancelAt: null,
  endedAt: null,
  failed: null,
  trial: null,
  ...change,
});

export const createReceipt = (change: Partial<PurchaseReceipt> = {}): PurchaseReceipt => ({
  ...createPurchase(),
  seller: SAMPLE_SELLER,
  email: 'bo@example.com',
  buyerName: 'Bo Buyer',
  items: [{ name: createPurchase().productName, quantity: 1, amount: 5000 }],
  original: 5000,
  discount: 1000,
  paymentTerms: null,
  couponCode: 'QUARTER',
  payments: [{ at: '2026-11-20T23:59:00.000Z', amount: 4000, renewal: false }],
  refunds: [],
  agreement: null,
  answers: [],
  ...change,
});
