import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';

import { NativeSelect } from '#app/components/select.tsx';
import { builderPreviewMessages } from '#content/messages/builder-preview.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { AccountPaymentMethods } from '#domain/payment-methods.ts';

import { useBuilder } from '../state/builder-context.ts';
import type { ConfigKey } from '../state/builder-reducer.ts';
import { getConfigKey, getFieldLabel } from '../state/config-keys.ts';
import { PREVIEW_STATES, type PreviewState, getMissingReason } from './preview-states.ts';
import { ScaledPreview, usePreviewFit } from './preview.tsx';

const messages = builderPreviewMessages;

export const DEVICES = [
  { name: messages.devices.desktop, width: 1200, Icon: Monitor },
  { name: messages.devices.tablet, width: 768, Icon: Tablet },
  { name: messages.devices.mobile, width: 375, Icon: Smartphone },
] as const;
export type Device = (typeof DEVICES)[number];

type PreviewToolbarProps = {
  config: CheckoutPageConfig;
  state: PreviewState;
  onStateChange: (state: PreviewState) => void;
  device: Device;
  onDeviceChange: (device: Device) => void;
  scale: number;
  /** Shown below the controls. */
  children?: ReactNode;
};

/** The page states to preview. A state that this page does not have is disabled with the reason. */
const listStates = (config: CheckoutPageConfig) =>
  PREVIEW_STATES.map((value) => {
    const reason = getMissingReason(value, config);
    const name = messages.states[value];
    return {
      value,
      label: reason === null ? name : messages.unavailableState({ name, reason }),
      disabled: reason !== null,
    };
  });

const PreviewToolbar = ({
  device,
  onDeviceChange,
  scale,
  children,
  config,
  state,
  onStateChange,
}: PreviewToolbarProps) => (
  <div className="preview-toolbar">
    <div className="keys" role="group" aria-label={messages.deviceLabel}>
      {DEVICES.map((option) => (
        <button key={option.name} type="button" aria-pressed={option === device} onClick={() => onDeviceChange(option)}>
          <option.Icon className="i" aria-hidden="true" />
          {option.name}
        </button>
      ))}
    </div>
    <NativeSelect
      className="in preview-toolbar__state"
      aria-label={messages.stateLabel}
      value={state}
      options={listStates(config)}
      onChange={onStateChange}
    />
    <p className="small muted num preview-toolbar__scale">
      {messages.scale({ width: device.width, percentage: Math.round(scale * 100) })}
    </p>
    {children}
  </div>
);

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
  delivery: null,
};

/** An element of the preview and the config field that it shows. */
type PreviewElement = { element: Element; field: ConfigKey };

const listElements = (page: Element): Element[] => [...page.querySelectorAll('[data-field]')];
const getElementField = (element: Element): ConfigKey => getConfigKey(element.getAttribute('data-field') ?? '');

/** Finds the preview element that shows a form field. */
function findElementOfField(page: Element, field: string): PreviewElement | null {
  const key = getConfigKey(field);
  const shownKey = SHOWN_WITH[key] === undefined ? key : SHOWN_WITH[key];
  const element = listElements(page).find((candidate) => getElementField(candidate) === shownKey);
  return element ? { element, field: key } : null;
}

/** Finds the innermost element at a point. The preview is inert and gets no pointer events, so bounding boxes are compared. */
function findElementAt(page: Element, { clientX, clientY }: MouseEvent): PreviewElement | null {
  const [innermost] = listElements(page)
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.left <= clientX && clientX <= box.right && box.top <= clientY && clientY <= box.bottom)
    .toSorted((a, b) => a.box.width * a.box.height - b.box.width * b.box.height);
  return innermost ? { element: innermost.element, field: getElementField(innermost.element) } : null;
}

const MARGIN_PX = 24;

type PreviewHighlightsProps = {
  /** The scroll container; it receives the pointer events for the inert page. */
  viewportRef: RefObject<HTMLElement | null>;
  pageRef: RefObject<HTMLElement | null>;
  current: string | null;
  onSelectField: (field: string) => void;
};

/** Tracks the preview element under the pointer; a click on it selects its field. */
function useHoveredElement({ viewportRef, pageRef, onSelectField }: PreviewHighlightsProps): ElementRect | null {
  const [hovered, setHovered] = useState<ElementRect | null>(null);
  useEffect(() => {
    const viewport = viewportRef.current;
    if (!viewport) return;
    const findElementUnder = (event: MouseEvent) => (pageRef.current ? findElementAt(pageRef.current, event) : null);
    const onMove = (event: PointerEvent) => {
      const target = event.pointerType === 'mouse' ? findElementUnder(event) : null;
      viewport.style.cursor = target ? 'pointer' : '';
      setHovered((before) => {
        if (!target || !pageRef.current) return null;
        return before?.name === getFieldLabel(target.field) ? before : measureElement(pageRef.current, target);
      });
    };
    const clearHover = () => setHovered(null);
    const onClick = (event: MouseEvent) => {
      const target = findElementUnder(event);
      if (target) onSelectField(target.field);
    };
    const controller = new AbortController();
    const { signal } = controller;
    viewport.addEventListener('pointermove', onMove, { signal });
    viewport.addEventListener('pointerleave', clearHover, { signal });
    viewport.addEventListener('scroll', clearHover, { passive: true, signal });
    viewport.addEventListener('click', onClick, { signal });
    return () => controller.abort();
  }, [viewportRef, pageRef, onSelectField]);
  return hovered;
}

/** Scrolls the element of a newly focused field into view. */
function useScrollIntoView(
  viewportRef: PreviewHighlightsProps['viewportRef'],
  rect: ElementRect | null,
  current: string | null,
): void {
  const lastShown = useRef<string | null>(null);
  useEffect(() => {
    const viewport = viewportRef.current;
    if (!viewport || !rect || lastShown.current === current) return;
    lastShown.current = current;
    const { scrollTop, clientHeight } = viewport;
    if (rect.top >= scrollTop && rect.top + Math.min(rect.height, 80) <= scrollTop + clientHeight) return;
    const reducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    viewport.scrollTo({
      top: Math.max(0, rect.top - 3 * MARGIN_PX),
      behavior: reducedMotion ? 'instant' : 'smooth',
    });
  }, [viewportRef, rect, current]);
}

const ElementOutline = ({ rect, kind }: { rect: ElementRect; kind: 'current' | 'over' }) => {
  const { left, top, width, height, name } = rect;
  const labelPosition = top < MARGIN_PX ? 'below' : 'above';
  return (
    <div
      className="preview-highlights__outline"
      data-kind={kind}
      data-flag={labelPosition}
      style={{ left, top, width, height }}
    >
      <span>{name}</span>
    </div>
  );
};

/** Labeled outlines around the element of the focused field and around the element under the pointer. */
function PreviewHighlights(props: PreviewHighlightsProps) {
  const { viewportRef, pageRef, current } = props;
  const rect = useElementRect(pageRef, current);
  const hovered = useHoveredElement(props);
  useScrollIntoView(viewportRef, rect, current);
  return (
    <div className="preview-highlights" aria-hidden="true">
      {hovered && hovered.name !== rect?.name && <ElementOutline rect={hovered} kind="over" />}
      {rect && <ElementOutline rect={rect} kind="current" />}
    </div>
  );
}

/** Measured in pixels relative to the preview page. */
type ElementRect = { left: number; top: number; width: number; height: number; name: string };

function measureElement(container: Element, { element, field }: PreviewElement): ElementRect {
  const base = container.getBoundingClientRect();
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left - base.left, top: top - base.top, width, height, name: getFieldLabel(field) };
}

const isSameRect = (a: ElementRect | null, b: ElementRect | null): boolean =>
  a?.name === b?.name &&
  (['left', 'top', 'width', 'height'] as const).every((side) => Math.abs((a?.[side] ?? 0) - (b?.[side] ?? 0)) < 0.5);

/** Measures the preview element of a field and follows renders and size changes of the page. */
function useElementRect(pageRef: RefObject<HTMLElement | null>, field: string | null): ElementRect | null {
  const [rect, setRect] = useState<ElementRect | null>(null);
  useEffect(() => {
    const page = pageRef.current;
    if (!page) return;
    const measure = () => {
      const target = field === null ? null : findElementOfField(page, field);
      const nextRect = target && measureElement(page, target);
      setRect((before) => (isSameRect(before, nextRect) ? before : nextRect));
    };
    // A new observer fires immediately, so a newly focused field is measured without delay.
    const resizeObserver = new ResizeObserver(measure);
    resizeObserver.observe(page);
    const mutationObserver = new MutationObserver(measure);
    mutationObserver.observe(page, { subtree: true, childList: true, characterData: true, attributes: true });
    return () => {
      resizeObserver.disconnect();
      mutationObserver.disconnect();
    };
  }, [pageRef, field]);
  return rect;
}

type Props = Omit<PreviewToolbarProps, 'scale'> & {
  sellerName: string | null;
  accountMethods: AccountPaymentMethods | null;
  /** The focused field. */
  current: string | null;
  onSelectField: (field: string) => void;
};

/** Inert preview of the page as buyers will see it. `children` are shown in the toolbar. */
export function PreviewPane({ sellerName, accountMethods, current, onSelectField, ...toolbar }: Props) {
  const { config, device, state: selectedState } = toolbar;
  const state = getMissingReason(selectedState, config) ? 'open' : selectedState;
  const fit = usePreviewFit(device.width);
  const { viewportRef, scale } = fit;
  const pageRef = useRef<HTMLDivElement>(null);
  const { deliverables } = useBuilder().delivery;
  return (
    <section className="preview-pane" aria-label={messages.label}>
      <PreviewToolbar {...toolbar} {...{ scale, state }} />
      <div className="preview-pane__body">
        <div
          className="preview-pane__slot"
          style={{ width: device.width * scale + (device === DEVICES[0] ? 32 : 56) }}
        />
        <div
          className="preview-pane__viewport"
          ref={viewportRef}
          role="region"
          aria-label={messages.pageLabel}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard
          tabIndex={0}
        >
          <ScaledPreview {...{ fit, pageRef, config, sellerName, accountMethods, deliverables, state }} fillsViewport>
            <PreviewHighlights {...{ viewportRef, pageRef, current, onSelectField }} />
          </ScaledPreview>
        </div>
      </div>
    </section>
  );
}
