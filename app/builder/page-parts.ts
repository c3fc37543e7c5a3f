import type { ConfigKey } from './builder-state.ts';
import { FIELD_NAMES } from './field-names.ts';
import { keyOfField } from './page-tabs.ts';

/** Fields that are seen in another field's part of the page; null: nowhere in particular. */
const SEEN_IN: Partial<Record<ConfigKey, ConfigKey | null>> = {
  currency: 'price',
  paymentType: 'price',
  billingFrequency: 'price',
  validCoupons: 'enableCoupon',
  logoPosition: 'logo',
  accentColor: 'buttonText',
  layout: null,
  fonts: null,
  successMessage: null,
  customSlug: null,
};

/** A part of the drawn page: its element, and the name of the field that it stands for. */
export type PagePart = { element: Element; field: ConfigKey; name: string };

const partsOf = (page: Element): Element[] => [...page.querySelectorAll('[data-field]')];
const fieldOf = (element: Element): ConfigKey => keyOfField(element.getAttribute('data-field') ?? '');

/** The part in which a field of the form is seen. */
export function partOfField(page: Element, field: string): PagePart | null {
  const key = keyOfField(field);
  const seen = SEEN_IN[key] === undefined ? key : SEEN_IN[key];
  const element = partsOf(page).find((part) => fieldOf(part) === seen);
  return element ? { element, field: key, name: FIELD_NAMES[key] } : null;
}

type Spot = { clientX: number; clientY: number };

/** The innermost part under a spot. The page is inert and not hit by the pointer: its boxes tell. */
export function partAt(page: Element, { clientX, clientY }: Spot): PagePart | null {
  let found: { element: Element; area: number } | null = null;
  for (const element of partsOf(page)) {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const isUnder = left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
    if (isUnder && (!found || width * height < found.area)) found = { element, area: width * height };
  }
  if (!found) return null;
  const field = fieldOf(found.element);
  return { element: found.element, field, name: FIELD_NAMES[field] };
}
