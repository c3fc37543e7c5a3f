/** A seller with three books and a bundle of them. Used by tests only. */
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { withBundle } from '#domain/testing/bundle-items.ts';

import { createTestApp, sellableConfig, type RpcResponse, type TestApp, type TestSeller } from './test-app.ts';

type Config = Partial<CheckoutPageConfig>;

export type BundleSetUp = {
  app: TestApp;
  seller: TestSeller;
  /** Ids of the pages `book-one`, `book-two` and `book-three`, $15 each. */
  ebooks: string[];
  /** Publishes a page that sells them together for $30, at the slug `books` or another one; or answers with an error. */
  publishBundle: (changes?: Config, slug?: string) => Promise<RpcResponse<'save-checkout-page'>['body']>;
  /** Publishes a book again. */
  publishBook: (index: number, changes?: Config) => Promise<void>;
};

const EBOOKS = ['one', 'two', 'three'];

export async function createBundleSetUp(options: Parameters<typeof createTestApp>[0] = {}): Promise<BundleSetUp> {
  const app = await createTestApp(options);
  const seller = await app.signUpSeller();
  const ebooks: string[] = [];
  const publishBook = async (index: number, changes: Config = {}) => {
    const name = EBOOKS[index] ?? '';
    const { pageId } = await seller.publishPage(
      { productName: `Book ${name}`, price: '15', ...changes },
      `book-${name}`,
    );
    ebooks[index] = pageId;
  };
  for (const index of EBOOKS.keys()) await publishBook(index);
  const publishBundle = async (changes: Config = {}, slug = 'books') => {
    const bundle = { productName: 'All three books', price: '30', ...withBundle(...ebooks) };
    return (await seller.rpc('save-checkout-page', { config: sellableConfig({ ...bundle, ...changes }), slug })).body;
  };
  return { app, seller, ebooks, publishBundle, publishBook };
}
