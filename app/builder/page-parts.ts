import type { ConfigKey } from './builder-state.ts';
import { FIELD_NAMES } from './field-names.ts';
import { getConfigKey } from './page-tabs.ts';

/** Fields that the preview shows in the element of another field; null means nowhere in particular. */
const SHOWN_WITH: Partial<Record<ConfigKey, ConfigKey | null>> = {
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
export type PreviewElement = { element: Element; field: ConfigKey; name: string };

const listElements = (page: Element): Element[] => [...page.querySelectorAll('[data-field]')];
const getElementField = (element: Element): ConfigKey => getConfigKey(element.getAttribute('data-field') ?? '');

/** Finds the preview element that shows a form field. */
export function findElementOfField(page: Element, field: string): PreviewElement | null {
  const key = getConfigKey(field);
  const shownKey = SHOWN_WITH[key] === undefined ? key : SHOWN_WITH[key];
  const element = listElements(page).find((candidate) => getElementField(candidate) === shownKey);
  return element ? { element, field: key, name: FIELD_NAMES[key] } : null;
}

type Point = { clientX: number; clientY: number };

/** Finds the innermost element at a point. The preview is inert and gets no pointer events, so bounding boxes are compared. */
export function findElementAt(page: Element, { clientX, clientY }: Point): PreviewElement | null {
  let innermost: { element: Element; area: number } | null = null;
  for (const element of listElements(page)) {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const isUnder = left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
    if (isUnder && (!innermost || width * height < innermost.area)) innermost = { element, area: width * height };
  }
  if (!innermost) return null;
  const field = getElementField(innermost.element);
  return { element: innermost.element, field, name: FIELD_NAMES[field] };
}
