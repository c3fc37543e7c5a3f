import type { HttpTestApp } from './http-test-app.ts';
import { uniqueEmail } from './seller.ts';
import { Visitor, type Page } from './visitor.ts';

export const CARD = {
  number: '4242 4242 4242 4242',
  expiry: '12 / 40',
  cvc: '123',
  name: 'Bo Buyer',
  country: 'US',
} as const;

type Fields = NonNullable<Parameters<Visitor['submit']>[2]>;
/** The app and a way to wait until it has processed what was paid. */
type App = Pick<HttpTestApp, 'url' | 'waitUntilIdle'>;
type Options = { headers?: Record<string, string>; send?: typeof fetch };

/** A buyer without script, with a unique email address. */
export class CheckoutVisitor extends Visitor {
  readonly email = uniqueEmail('buyer');
  readonly #app: App;

  constructor(app: App, { headers, send }: Options = {}) {
    super(app.url, headers, send);
    this.#app = app;
  }

  applyCoupon(page: Page, code: string): Promise<Page> {
    return this.submit(page, '#pay', { code }, 'Apply');
  }

  removeCoupon(page: Page): Promise<Page> {
    return this.submit(page, '#pay', {}, 'Remove');
  }

  /** Fills in the email address and terms and submits. Returns the payment page, or the form with its errors. */
  async pay(page: Page, fields: Fields = {}): Promise<Page> {
    const terms: Fields = page.document.querySelector('[name=terms]') ? { terms: 'yes' } : {};
    return this.followRefresh(await this.submit(page, '#pay', { email: this.email, ...terms, ...fields }));
  }

  async openAndPay(address: string | URL, fields: Fields = {}): Promise<Page> {
    return this.pay(await this.open(address), fields);
  }

  /** Pays on the provider's page, waits until the app is idle, and returns the success page. */
  async payByCard(payPage: Page): Promise<Page> {
    const needsCard = payPage.document.querySelector('[name=number]') !== null;
    const paidPage = await this.submit(payPage, 'form', needsCard ? CARD : { name: CARD.name }, 'action');
    await this.#app.waitUntilIdle();
    return this.open(paidPage.url);
  }

  /** Follows the link whose text contains `text`. */
  follow(page: Page, text: string): Promise<Page> {
    return this.open(getLink(page, text));
  }

  /** Follows an immediate refresh, as a browser does. */
  async followRefresh(page: Page): Promise<Page> {
    const content = page.document.querySelector('meta[http-equiv=refresh]')?.getAttribute('content');
    const [, address] = /^0;\s*url=(.+)$/.exec(content ?? '') ?? [];
    return address ? this.open(new URL(address, page.url)) : page;
  }
}

/** The URL of the first link whose text contains `text`. */
export function getLink(page: Page, text: string): URL {
  const link = [...page.document.querySelectorAll('a')].find((anchor) => anchor.textContent?.includes(text));
  if (!link) throw new Error(`No link ${text} on ${page.url.href}`);
  return new URL(link.getAttribute('href') ?? '', page.url);
}

/** A line of the receipt on the success page, or null. */
export function getReceiptLine(page: Page, name: string): string | null {
  const line = [...page.document.querySelectorAll('.co-lines > div')].find(
    (each) => each.querySelector('dt')?.textContent === name,
  );
  return line?.querySelector('dd')?.textContent ?? null;
}

/** What a page says is due today for a price and extras, by their positions. `at` null: the page has one price. */
export function getDueToday(page: Page, at: number | null, bumps: string): string | null {
  const rows = [...page.document.querySelectorAll('.co-summary > div')];
  const row = rows.find((each) => each.querySelector('dt')?.textContent === 'Due today');
  const amounts = [...(row?.querySelectorAll('span[data-with]') ?? [])];
  const shown = amounts.find(
    (each) =>
      each.getAttribute('data-at') === (at === null ? null : String(at)) && each.getAttribute('data-with') === bumps,
  );
  return shown?.textContent ?? null;
}

/** The name of the field, or the class of the element, with `autofocus`. */
export function getFocusedField(page: Page): string | null {
  const element = page.document.querySelector('[autofocus]');
  return element?.getAttribute('name') ?? element?.getAttribute('class') ?? null;
}

export const getFieldValue = (page: Page, name: string): string | null => {
  const field = page.document.querySelector(`[name="${name}"]`);
  return field?.tagName === 'TEXTAREA' ? (field.textContent ?? '') : (field?.getAttribute('value') ?? null);
};

export const isChecked = (page: Page, name: string, value?: string): boolean =>
  page.document
    .querySelector(`[name="${name}"]${value === undefined ? '' : `[value="${value}"]`}`)
    ?.hasAttribute('checked') ?? false;

/** The number of elements that match a selector. */
export const countElements = (page: Page, selector: string): number => page.document.querySelectorAll(selector).length;
