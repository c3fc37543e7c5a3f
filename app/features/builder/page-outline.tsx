import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';

import { getPhoneImagePath } from '#app/checkout-page/page-images.tsx';
import { formatWith } from '#app/components/utils/reader-formats.ts';
import { builderMessages } from '#content/messages/builder.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { getFontPreset } from '#domain/fonts.ts';
import type { FieldError } from '#domain/page-fields.ts';
import { getFontBytes, MAX_PAGE_BYTES } from '#domain/page-size.ts';
import { normalizeSlug, deriveSlug } from '#domain/slug.ts';

import { FieldLink } from './fields/builder-field.tsx';
import { formatFileSize } from './fields/image-field.tsx';
import { useBuilder } from './state/builder-context.ts';
import type { ConfigKey } from './state/builder-reducer.ts';
import { getConfigKey } from './state/config-keys.ts';
import { getPageTimeZone } from './state/page-time-zone.ts';

const messages = builderMessages.outline;
const { lines, values } = messages;

/** `optional`: not set and not needed. */
type OutlineState = 'ready' | 'optional' | 'missing' | 'invalid';
/** `text`: the value where it says more than the state. */
type OutlineLine = { field: string; label: string; text: string; state: OutlineState };
/** What a part contains; true if only its presence matters. Empty or false: not set. */
type OutlineValue = string | boolean;
type OutlineEntry = { label: string; value: OutlineValue; isOptional: boolean; keys: readonly ConfigKey[] };

const required = (label: string, value: OutlineValue, ...keys: ConfigKey[]): OutlineEntry => ({
  label,
  value,
  isOptional: false,
  keys,
});
const optional = (label: string, value: OutlineValue, ...keys: ConfigKey[]): OutlineEntry => ({
  ...required(label, value, ...keys),
  isOptional: true,
});

const countText = (number: number): string => (number === 0 ? '' : String(number));
const isFilled = (text: string): boolean => text.trim() !== '';

const contentLines = (config: CheckoutPageConfig): OutlineEntry[] => {
  const { priceOptions, payWhatYouWant, features, testimonials } = config;
  const priceCount = priceOptions.others.length > 0 ? priceOptions.others.length + 1 : 0;
  return [
    required(lines.name, isFilled(config.productName), 'productName'),
    optional(lines.description, isFilled(config.description), 'description'),
    optional(lines.image, config.productImage !== null, 'productImage'),
    optional(lines.bundle, countText(config.bundle.items.length), 'bundle'),
    required(lines.price, priceValue(config), 'price', 'currency', 'paymentTerms'),
    optional(lines.priceOptions, countText(priceCount), 'priceOptions'),
    optional(lines.payWhatYouWant, payWhatYouWant.enabled ? values.on : '', 'payWhatYouWant'),
    optional(lines.quantity, quantityValue(config), 'quantity'),
    optional(lines.features, countText(features.length), 'features'),
    optional(lines.testimonials, testimonials.enabled ? countText(testimonials.items.length) : '', 'testimonials'),
    required(lines.button, isFilled(config.buttonText), 'buttonText', 'successMessage'),
  ];
};

const deliveryLines = ({ delivery: { items } }: CheckoutPageConfig): OutlineEntry[] => [
  optional(lines.delivery, countText(items.length), 'delivery'),
];

const designLines = (config: CheckoutPageConfig): OutlineEntry[] => [
  required(lines.layout, config.layout, 'layout'),
  optional(lines.logo, config.logo !== null, 'logo', 'logoPosition'),
  required(lines.accent, isFilled(config.accentColor), 'accentColor'),
  required(lines.fonts, getFontPreset(config.fonts), 'fonts'),
];

function settingsLines(config: CheckoutPageConfig, liveSlug: string | null): OutlineEntry[] {
  const { enableCoupon, validCoupons, countdown, requireTerms } = config;
  const slug = normalizeSlug(config.customSlug) || (liveSlug ?? deriveSlug(config.productName));
  const countdownLine = countdown.enabled ? required : optional;
  const termsLine = requireTerms ? required : optional;
  return [
    optional(lines.slug, slug, 'customSlug', 'language'),
    optional(lines.coupons, enableCoupon ? countText(validCoupons.length) : '', 'enableCoupon', 'validCoupons'),
    countdownLine(lines.countdown, countdownValue(config), 'countdown'),
    optional(lines.availability, availabilityValue(config), 'availability', 'timeZone'),
    termsLine(lines.terms, termsValue(config), 'requireTerms', 'termsUrl', 'privacyUrl'),
  ];
}

/** Returns the end date of the countdown in the time zone of the page. */
function countdownValue(config: CheckoutPageConfig): string {
  const { enabled, endsAt } = config.countdown;
  if (!enabled || !endsAt) return '';
  return formatWith({ month: 'short', day: 'numeric', timeZone: getPageTimeZone(config) }, endsAt);
}

function availabilityValue({ availability: { opensAt, closesAt, stock } }: CheckoutPageConfig): string {
  if (stock !== null) return String(stock);
  return opensAt !== null || closesAt !== null ? values.scheduled : '';
}

const quantityValue = ({ quantity: { enabled, minimum, maximum } }: CheckoutPageConfig): string =>
  enabled ? values.range({ minimum, maximum }) : '';

function termsValue({ requireTerms, termsUrl }: CheckoutPageConfig): string {
  if (!requireTerms) return '';
  return termsUrl.trim() ? values.required : values.noLink;
}

function priceValue({ price, currency }: CheckoutPageConfig): string {
  return isFilled(price) ? `${price.trim()} ${currency}` : '';
}

function toOutlineLine({ keys, label, value, isOptional }: OutlineEntry, errors: readonly FieldError[]): OutlineLine {
  const error = errors.find(({ field }) => keys.includes(getConfigKey(field)));
  const isSet = value !== '' && value !== false;
  const lacksLink = value === values.noLink;
  const state = getState({ isSet, isMissing: lacksLink || (!isSet && !isOptional), hasError: error !== undefined });
  const field = error?.field ?? (lacksLink ? 'termsUrl' : (keys[0] ?? label));
  const hasText = typeof value === 'string' && isSet && (state === 'ready' || lacksLink);
  return { field, label, text: hasText ? value : messages.states[state], state };
}

type StateInput = { isSet: boolean; isMissing: boolean; hasError: boolean };

function getState({ isSet, isMissing, hasError }: StateInput): OutlineState {
  if (isMissing) return 'missing';
  if (hasError) return 'invalid';
  return isSet ? 'ready' : 'optional';
}

/** Lists all parts of a page in sections that match the tabs of the form. */
export function buildOutline(
  config: CheckoutPageConfig,
  errors: readonly FieldError[],
  liveSlug: string | null,
): readonly (readonly OutlineLine[])[] {
  const sections = [contentLines(config), deliveryLines(config), designLines(config), settingsLines(config, liveSlug)];
  return sections.map((entries) => entries.map((entry) => toOutlineLine(entry, errors)));
}

/** Byte budget of a first page load: about one second on a mid-range phone. */
const WEIGHT_BUDGET = 400_000;

/** Returns the size of a file in bytes, as buyers download it. */
const fetchFileSize = async (url: string): Promise<number> =>
  (await (await fetch(url, { cache: 'force-cache' })).blob()).size;

/** Returns the size of a first page load on a phone in bytes; null while unknown. */
function usePageWeight({ layout, logo, productImage, fonts }: CheckoutPageConfig): number | null {
  const images = [logo, productImage && getPhoneImagePath(productImage, layout)].filter((url) => url !== null);
  const { data: imageBytes } = useQuery({
    queryKey: ['page-weight', images],
    queryFn: async () => (await Promise.all(images.map(fetchFileSize))).reduce((sum, size) => sum + size, 0),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  return imageBytes === undefined ? null : imageBytes + MAX_PAGE_BYTES + getFontBytes(fonts);
}

const StateIcon = ({ state }: Pick<OutlineLine, 'state'>) => {
  if (state === 'optional') return null;
  return state === 'ready' ? (
    <Check className="i icon-ready" aria-hidden="true" />
  ) : (
    <Circle className="i icon-missing" aria-hidden="true" />
  );
};

const OutlineItem = ({ line, current }: { line: OutlineLine; current: boolean }) => (
  <li data-current={current}>
    <FieldLink field={line.field} aria-current={current ? 'true' : undefined}>
      {line.label}
      <span className="dots" aria-hidden="true" />
      <span className="page-outline__value">
        {line.text}
        {line.text !== messages.states[line.state] && <span className="vh">, {messages.states[line.state]}</span>}
      </span>
      <StateIcon state={line.state} />
    </FieldLink>
  </li>
);

type PageOutlineProps = { errors: readonly FieldError[]; current: string | null; stripe: string };

/** Outline of the page: lists its parts with their state and links each one to its field. */
export function PageOutline({ errors, current, stripe }: PageOutlineProps) {
  const { config, liveSlug } = useBuilder();
  const sections = buildOutline(config, errors, liveSlug);
  const weight = usePageWeight(config);
  const openCount = sections.flat().filter(({ state }) => state === 'missing' || state === 'invalid').length;
  return (
    <div className="torn-edge-shadow">
      <nav className="tear page-outline__list receipt-text" aria-label={messages.title}>
        <p className="page-outline__header">
          <span>{messages.title}</span>
          <span className="muted">{messages.summary({ openCount })}</span>
        </p>
        {sections.map((section, sectionIndex) => (
          <div key={sectionIndex} className="page-outline__section">
            <hr className="perf" aria-hidden="true" />
            <ul>
              {section.map((line) => (
                <OutlineItem
                  key={line.label}
                  line={line}
                  current={current !== null && getConfigKey(current) === getConfigKey(line.field)}
                />
              ))}
            </ul>
          </div>
        ))}
        <hr className="perf" aria-hidden="true" />
        {weight !== null && (
          <p className="page-outline__footer">
            <span>{messages.weight}</span>
            <span className={weight > WEIGHT_BUDGET ? 'page-outline__weight--heavy' : ''}>
              {weight > WEIGHT_BUDGET ? messages.heavy({ size: formatFileSize(weight) }) : formatFileSize(weight)}
            </span>
          </p>
        )}
        <p className="page-outline__footer">
          <span>{messages.stripe}</span>
          <span>{stripe}</span>
        </p>
      </nav>
    </div>
  );
}
