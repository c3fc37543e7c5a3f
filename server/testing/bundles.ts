/** A seller with three books and a bundle of them. Used by tests only. */
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { withBundle } from '#domain/testing/bundle-items.ts';

import { createTestApp, sellableConfig, type RpcResponse, type TestApp, type TestSeller } from './test-app.ts';

type Config = Partial<CheckoutPageConfig>;

export type BookShop = {
  app: TestApp;
  seller: TestSeller;
  /** Ids of the pages `book-one`, `book-two` and `book-three`, $15 each. */
  books: string[];
  /** Publishes a page that sells them together for $30, at the slug `books` or another one; or answers with an error. */
  publishBundle: (changes?: Config, slug?: string) => Promise<RpcResponse<'save-checkout-page'>['body']>;
  /** Publishes a book again. */
  publishBook: (index: number, changes?: Config) => Promise<void>;
};

const BOOKS = ['one', 'two', 'three'];

export async function createBookShop(options: Parameters<typeof createTestApp>[0] = {}): Promise<BookShop> {
  const app = await createTestApp(options);
  const seller = await app.signUpSeller();
  const books: string[] = [];
  const publishBook = async (index: number, changes: Config = {}) => {
    const name = BOOKS[index] ?? '';
    const { pageId } = await seller.publishPage(
      { productName: `Book ${name}`, price: '15', ...changes },
      `book-${name}`,
    );
    books[index] = pageId;
  };
  for (const index of BOOKS.keys()) await publishBook(index);
  const publishBundle = async (changes: Config = {}, slug = 'books') => {
    const bundle = { productName: 'All three books', price: '30', ...withBundle(...books) };
    return (await seller.rpc('save-checkout-page', { config: sellableConfig({ ...bundle, ...changes }), slug })).body;
  };
  return { app, seller, books, publishBundle, publishBook };
}
