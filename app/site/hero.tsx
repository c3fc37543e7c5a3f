import { buttonVariants } from '#app/ui/key.tsx';
import { SITE } from '#content/site.ts';
import { TRIAL_DAYS } from '#domain/plans.ts';

import { LivePreview } from './live-preview.tsx';

export function HeroSection() {
  return (
    <section className="hero on-enamel">
      <div className="wrap">
        <div className="hero-top">
          <h1 className="d1">Make your own till.</h1>
          <div>
            <p className="lead">
              {SITE.name} is a workshop for checkout pages. Fill in one form, choose a layout, share the link. Buyers
              pay straight to your own Stripe account.
            </p>
            <div className="acts">
              <a className={buttonVariants('brass', 'lg')} href="/builder">
                Start for free
              </a>
              <a className={buttonVariants('enamel', 'lg')} href="/checkout/demo">
                View demo
              </a>
            </div>
            <p className="small hero-note">{TRIAL_DAYS} days of selling, free. No credit card.</p>
          </div>
        </div>
        <LivePreview />
      </div>
    </section>
  );
}
