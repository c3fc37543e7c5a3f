import { html } from 'hono/html';
import { insertPrice } from '../api/prices.ts';
import { insertProduct } from '../api/products.ts';
import type { Call } from '../call.ts';
import { checkUnitAmount, decimalsOf, knownCurrencies } from '../currency-rules.ts';
import { where } from '../listing.ts';
import { badParam } from '../problem.ts';
import { dashboardAddress } from './addresses.ts';
import { field, nothing, section } from './layout.ts';
import { priceText } from './plan-words.ts';

type Markup = ReturnType<typeof html>;
const shown = 50;

const rhythms = { once: 'Once', week: 'Each week', month: 'Each month', year: 'Each year' } as const;

const choice = (name: string, label: string, options: readonly (readonly [string, string])[]): Markup =>
  html`<div class="field">
    <label for="product-${name}">${label}</label>
    <select id="product-${name}" name="${name}">
      ${options.map(([value, words]) => html`<option value="${value}">${words}</option>`)}
    </select>
  </div>`;

const currencies = [...new Set(['usd', 'eur', 'gbp', ...knownCurrencies()])].map(
  (code) => [code, code.toUpperCase()] as const,
);

/** The account's own Stripe products, with a form to add one. */
export const catalogueSection = (call: Call): Markup => {
  if (call.account === '') return nothing;
  const { data } = call.books.page('product', { limit: shown, where: where('active', true) });
  const rows = data.map((product) => {
    const prices = call.books.page('price', {
      limit: shown,
      where: [...where('product', product.id), ...where('active', true)],
    }).data;
    return html`<tr>
      <td>${product.name}</td>
      <td>${prices.map((price) => priceText(price)).join(', ')}</td>
      <td><code>${product.id}</code></td>
    </tr>`;
  });
  return html`${section('Products', ['Name', 'Prices', 'Id'], rows, 'None of its own yet.')}
    <form class="sheet" method="post" action="${dashboardAddress(call.account)}/products">
      <h2>Add a product</h2>
      ${field({ name: 'name', id: 'product-name', label: 'Name' })}
      ${field({ name: 'description', id: 'product-description', label: 'Description' })}
      ${field({ name: 'price', id: 'product-price', label: 'Price', attributes: html` inputmode="decimal"` })}
      ${choice('currency', 'Currency', currencies)} ${choice('every', 'Paid', Object.entries(rhythms))}
      <button>Add</button>
    </form>`;
};

const minorUnits = (typed: string, currency: string): number => {
  const decimals = decimalsOf(currency);
  const amount = Math.round(Number(typed.trim()) * 10 ** decimals);
  if (!typed.trim() || !Number.isSafeInteger(amount)) throw badParam('Type a price, such as 29.00.', 'price');
  checkUnitAmount(amount, currency, 'price');
  return amount;
};

/** Adds the product that was entered in the form. */
export const addProduct = (call: Call, _id: string, fields: Record<string, string>): void => {
  const { name = '', description = '', price = '', currency = 'usd', every = 'once' } = fields;
  if (!name.trim()) throw badParam('Type a name.', 'name');
  const amount = minorUnits(price, currency);
  const interval = every === 'week' || every === 'month' || every === 'year' ? every : null;
  const product = insertProduct(call, { name, description: description || null });
  insertPrice(call, {
    product: product.id,
    currency,
    unit_amount: amount,
    ...(interval ? { recurring: { interval } } : {}),
  });
};
