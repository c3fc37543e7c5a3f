import { html } from 'hono/html';

import { insertPrice } from '../api/prices.ts';
import { insertProduct } from '../api/products.ts';
import { checkUnitAmount, decimalsOf, listCurrencies } from '../core/amounts.ts';
import { invalidParam } from '../core/api-error.ts';
import type { CallContext } from '../core/call-context.ts';
import { whereProperty } from '../core/list-endpoint.ts';
import { dashboardPath, field, nothing, section } from './layout.ts';
import { priceText } from './plan-text.ts';

type Markup = ReturnType<typeof html>;
const MAX_ROWS = 50;

const INTERVALS = { once: 'Once', week: 'Each week', month: 'Each month', year: 'Each year' } as const;

const selectField = (name: string, label: string, options: readonly (readonly [string, string])[]): Markup =>
  html`<div class="field">
    <label for="product-${name}">${label}</label>
    <select id="product-${name}" name="${name}">
      ${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
    </select>
  </div>`;

const currencies = [...new Set(['usd', 'eur', 'gbp', ...listCurrencies()])].map(
  (code) => [code, code.toUpperCase()] as const,
);

/** The account's own Stripe products, with a form to add one. */
export const productsSection = (call: CallContext): Markup => {
  if (call.account === '') return nothing;
  const { data } = call.repository.page('product', { limit: MAX_ROWS, where: whereProperty('active', true) });
  const rows = data.map((product) => {
    const prices = call.repository.page('price', {
      limit: MAX_ROWS,
      where: [...whereProperty('product', product.id), ...whereProperty('active', true)],
    }).data;
    return html`<tr>
      <td>${product.name}</td>
      <td>${prices.map((price) => priceText(price)).join(', ')}</td>
      <td><code>${product.id}</code></td>
    </tr>`;
  });
  return html`${section('Products', ['Name', 'Prices', 'Id'], rows, 'None of its own yet.')}
    <form class="sheet" method="post" action="${dashboardPath(call.account)}/products">
      <h2>Add a product</h2>
      ${field({ name: 'name', id: 'product-name', label: 'Name' })}
      ${field({ name: 'description', id: 'product-description', label: 'Description' })}
      ${field({ name: 'price', id: 'product-price', label: 'Price', attributes: html` inputmode="decimal"` })}
      ${selectField('currency', 'Currency', currencies)} ${selectField('every', 'Paid', Object.entries(INTERVALS))}
      <button>Add</button>
    </form>`;
};

const minorUnits = (input: string, currency: string): number => {
  const decimals = decimalsOf(currency);
  const amount = Math.round(Number(input.trim()) * 10 ** decimals);
  if (!input.trim() || !Number.isSafeInteger(amount)) throw invalidParam('Type a price, such as 29.00.', 'price');
  checkUnitAmount(amount, currency, 'price');
  return amount;
};

/** Adds the product that was entered in the form. */
export const addProduct = (call: CallContext, _id: string, fields: Record<string, string>): void => {
  const { name = '', description = '', price = '', currency = 'usd', every: intervalName = 'once' } = fields;
  if (!name.trim()) throw invalidParam('Type a name.', 'name');
  const amount = minorUnits(price, currency);
  const interval = intervalName === 'week' || intervalName === 'month' || intervalName === 'year' ? intervalName : null;
  const product = insertProduct(call, { name, description: description || null });
  insertPrice(call, {
    product: product.id,
    currency,
    unit_amount: amount,
    ...(interval ? { recurring: { interval } } : {}),
  });
};
