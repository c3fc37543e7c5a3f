import { buttonVariants } from '#app/ui/key.tsx';
import { SITE } from '#content/site.ts';

export const ClosingSection = () => (
  <section className="last on-enamel" aria-labelledby="last-title">
    <div className="wrap">
      <h2 className="d1" id="last-title">
        Open for business before the kettle boils.
      </h2>
      <div className="acts">
        <a className={buttonVariants('brass', 'lg')} href="/builder">
          Start for free
        </a>
        <a className={buttonVariants('enamel', 'lg')} href={SITE.salesEmailHref}>
          Talk to sales
        </a>
      </div>
    </div>
  </section>
);
