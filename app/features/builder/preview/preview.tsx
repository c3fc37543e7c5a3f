import { memo, useDeferredValue, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';

import type { CheckoutPageProps } from '#app/checkout-page/checkout-page-props.ts';
import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { isBundle, listBundleItems } from '#domain/bundle.ts';
import { toPublicConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isDeepEqual } from '#domain/deep-equal.ts';
import type { Deliverable } from '#domain/deliverable.ts';
import { listOfferedMethods } from '#domain/page-payment.ts';
import { isCountdownOver } from '#domain/page-schedule.ts';
import { type AccountPaymentMethods } from '#domain/payment-methods.ts';

import { useBundleProducts } from '../state/use-bundle-products.ts';
import { getClosedReason, getConfigInState, getPropsInState, type PreviewState } from './preview-states.ts';

const DeliveredPage = loadOnDemand(async () => (await import('./delivered-page.tsx')).DeliveredPage);
const ClosedPage = loadOnDemand(async () => (await import('#app/checkout-page/closed-page.tsx')).ClosedPage);

const NO_DELIVERABLES: readonly Deliverable[] = [];

type PreviewProps = {
  config: CheckoutPageConfig;
  sellerName: string | null;
  state: PreviewState;
  /** Payment methods of the connected account; the page names those that it offers. */
  accountMethods?: AccountPaymentMethods | null;
  /** What the page delivers; null while it is unknown. */
  deliverables?: readonly Deliverable[] | null;
};

/** The page of a bundle with those of its products that are published. */
function BundlePage(props: CheckoutPageProps) {
  const { data: pages } = useBundleProducts();
  return <CheckoutPage {...props} bundleItems={listBundleItems(props.config, pages?.products ?? [])} />;
}

/** The real checkout page component; renders again only if config, seller name or state change. */
const RenderedPage = memo(function RenderedPage(props: PreviewProps) {
  const { config, sellerName, state, accountMethods = null, deliverables } = props;
  const closedReason = getClosedReason(state, config);
  const Page = isBundle(config) ? BundlePage : CheckoutPage;
  const [now] = useState(Date.now);
  const publicConfig = toPublicConfig(getConfigInState(state, config, now));
  return (
    <>
      {fontStylesheets(config.fonts).map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {state === 'delivered' && (
        <DeliveredPage {...{ config, sellerName, now }} deliverables={deliverables ?? NO_DELIVERABLES} />
      )}
      {closedReason && (
        <ClosedPage page={publicConfig} reason={closedReason} sellerName={sellerName} headingLevel={2} now={now} />
      )}
      {state !== 'delivered' && !closedReason && (
        <Page
          key={state}
          config={publicConfig}
          sellerName={sellerName}
          headingLevel={2}
          stockLeft={config.availability.showStock ? config.availability.stock : null}
          paymentMethods={listOfferedMethods(config, accountMethods, new Date(now))}
          now={now}
          countdownOver={isCountdownOver(config, new Date(now))}
          {...getPropsInState(state, config)}
        />
      )}
    </>
  );
});

/** Preview with a deferred config: typing stays responsive, and intermediate keystrokes may be skipped. */
export const Preview = memo(function Preview({ config, ...props }: PreviewProps) {
  const deferredConfig = useDeferredValue(config);
  return <RenderedPage config={deferredConfig} {...props} />;
});

/**
 * Fits a page of `width` pixels into the preview pane: its scale, its height on screen, and the minimum height (in page
 * pixels) that fills the pane.
 */
export function usePreviewFit(width: number) {
  const viewportRef = useRef<HTMLDivElement>(null);
  const contentRef = useRef<HTMLDivElement>(null);
  const [fit, setFit] = useState({ scale: 1, height: 0, minHeight: 0 });

  useLayoutEffect(() => {
    const viewport = viewportRef.current;
    const content = contentRef.current;
    if (!viewport || !content) return;
    const measure = () => {
      const style = getComputedStyle(viewport);
      const availableWidth = viewport.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      if (availableWidth <= 0) return;
      const scale = Math.min(1, availableWidth / width);
      const nextFit = {
        scale,
        minHeight: viewport.clientHeight / scale,
        height: content.offsetHeight * scale,
      };
      setFit((before) => (isDeepEqual(before, nextFit) ? before : nextFit));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(viewport);
    observer.observe(content);
    measure();
    return () => observer.disconnect();
  }, [width]);

  return { width, viewportRef, contentRef, ...fit };
}

type ScaledPreviewProps = PreviewProps & {
  fit: ReturnType<typeof usePreviewFit>;
  /** True if the page is at least as high as its viewport. */
  fillsViewport?: boolean;
  pageRef?: RefObject<HTMLDivElement | null>;
  /** Shown above the page. */
  children?: ReactNode;
};

/** An inert preview, scaled to fit its viewport. */
export function ScaledPreview({ fit, fillsViewport, pageRef, children, ...preview }: ScaledPreviewProps) {
  const { contentRef, width, height, minHeight, scale } = fit;
  return (
    <div className="preview-pane__page" style={{ width: width * scale, height }}>
      <div className="preview-pane__surface" ref={pageRef} inert>
        <div
          className="preview-pane__scaled"
          ref={contentRef}
          style={{ width, minHeight: fillsViewport ? minHeight : undefined, transform: `scale(${scale})` }}
        >
          <Preview {...preview} />
        </div>
      </div>
      {children}
    </div>
  );
}
