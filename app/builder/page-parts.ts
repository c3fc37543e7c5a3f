import type { ConfigKey } from './builder-state.ts';
import { FIELD_NAMES } from './field-names.ts';
import { keyOfField } from './page-tabs.ts';

/** Fields that the preview shows in the element of another field; null means nowhere in particular. */
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

/** An element of the preview and the config field that it shows. */
export type PagePart = { element: Element; field: ConfigKey; name: string };

const partsOf = (page: Element): Element[] => [...page.querySelectorAll('[data-field]')];
const fieldOf = (element: Element): ConfigKey => keyOfField(element.getAttribute('data-field') ?? '');

/** Finds the preview element that shows a form field. */
export function partOfField(page: Element, field: string): PagePart | null {
  const key = keyOfField(field);
  const seen = SEEN_IN[key] === undefined ? key : SEEN_IN[key];
  const element = partsOf(page).find((part) => fieldOf(part) === seen);
  return element ? { element, field: key, name: FIELD_NAMES[key] } : null;
}

type Spot = { clientX: number; clientY: number };

/** Finds the innermost element at a point. The preview is inert and gets no pointer events, so bounding boxes are compared. */
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
