import { LogoMark } from '#app/ui/mark.tsx';
import type { DemoPage } from '#content/demo-pages.ts';
import { SITE } from '#content/site.ts';

/** Banner above the demo page: says what is real, and links to the builder. CSS hides the coupon hint after payment. */
export function DemoBanner({ demo }: { demo: DemoPage }) {
  const [coupon] = demo.config.validCoupons;
  return (
    <aside className="demo-note" aria-label="About this demo">
      <div className="demo-row">
        <a className="demo-brand" href="/" aria-label={SITE.name}>
          <LogoMark />
          <span>{SITE.name}</span>
        </a>
        <p>
          <b>This is a demo.</b> The shop is made up, nothing is charged or kept.
          {coupon && (
            <span className="demo-hint">
              {' '}
              Try the coupon <b>{coupon.code}</b>
            </span>
          )}
        </p>
        <div className="demo-ways">
          <a href={demo.otherDemo.href}>{demo.otherDemo.label}</a>
          <a className="demo-key" href="/builder">
            Make your own
          </a>
        </div>
      </div>
    </aside>
  );
}
