import { RichText } from '#app/components/rich-text.tsx';
import { checkoutPageMessages, closedPageMessages } from '#content/messages/checkout-page.ts';
import type { BundleItem } from '#domain/bundle.ts';
import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import type { Availability } from '#domain/page-schedule.ts';

import { PageFrame } from './checkout-page.tsx';
import { OpeningCountdown } from './countdown.tsx';
import { LogoImage, ProductImage, type ImageSizes } from './page-images.tsx';
import { getInterfaceLang, getSellerLang } from './page-language.ts';
import { getPageStyle } from './page-style.ts';
import { PriceLine } from './price-line.tsx';

/** Neutral document of a suspended page; it shows nothing of the page. */
export const SuspendedPage = () => (
  <main className="co-document">
    <div className="co co-plain">
      <div className="co-result">
        <h1>{closedPageMessages.suspended.title}</h1>
        <p>{closedPageMessages.suspended.text}</p>
        <p>{closedPageMessages.suspended.purchases}</p>
        <a className="co-2nd" href="/purchases" target="_top">
          {closedPageMessages.purchases}
        </a>
      </div>
    </div>
  </main>
);

export const suspendedPageMeta = () => [
  { title: closedPageMessages.suspended.pageTitle },
  { name: 'robots', content: 'noindex' },
];

/**
 * Why the page takes no payments. `off`: the seller unpublished it. `paused`: payments are paused for some hours.
 * `unable`: payments are not possible now.
 */
export type ClosedReason = Exclude<Availability, 'open'> | 'off' | 'paused' | 'unable';

type ClosedPageProps = {
  page: PublicCheckoutConfig;
  reason: ClosedReason;
  sellerName: string | null;
  imageSizes?: ImageSizes | undefined;
  bundleItems?: readonly BundleItem[];
  /** Slug of the page; without it no links are rendered. */
  slug?: string | undefined;
  headingLevel?: 1 | 2 | undefined;
  /** Time in ms for a static countdown. */
  now?: number | undefined;
};

/** The seller's own texts. */
const SELLER_TEXTS = { early: 'earlyText', closed: 'closedText', sold_out: 'soldOutText' } as const;

type SellerTextReason = keyof typeof SELLER_TEXTS;

/** Returns the seller's text for this reason; empty if there is none. */
const getSellerText = (reason: ClosedReason, { availability }: PublicCheckoutConfig): string =>
  reason in SELLER_TEXTS ? availability[SELLER_TEXTS[reason as SellerTextReason]].trim() : '';

/** Returns whether the seller's own settings close the page. Then its content stays visible. */
const isClosedBySettings = (reason: ClosedReason): reason is Exclude<Availability, 'open'> =>
  reason in SELLER_TEXTS || reason === 'reserved';

/** Returns whether the state is final, so that reloading would not help. */
const isFinal = (reason: ClosedReason): boolean => reason === 'closed' || reason === 'sold_out';

const CheckAgain = ({ reason, slug }: Pick<ClosedPageProps, 'reason' | 'slug'>) =>
  isFinal(reason) ? null : (
    <a className="co-2nd" href={`/c/${slug}`}>
      {closedPageMessages.checkAgain}
    </a>
  );

const PurchasesLink = () => (
  <a className="co-more" href="/purchases">
    {closedPageMessages.purchases}
  </a>
);

const ClosedText = ({ page, reason }: Pick<ClosedPageProps, 'page' | 'reason'>) => (
  <p dir="auto" data-field="availability" lang={getSellerText(reason, page) ? getSellerLang(page) : undefined}>
    {getSellerText(reason, page) || closedPageMessages.reasons[reason]}
  </p>
);

/** What buyers see while a page takes no payments. */
export const ClosedPage = (props: ClosedPageProps) =>
  isClosedBySettings(props.reason) ? <ClosedCheckout {...props} /> : <UnavailablePage {...props} />;

/** The page in its layout, with the reason in place of the form. */
function ClosedCheckout({ page, reason, slug, headingLevel = 1, now, ...sectionProps }: ClosedPageProps) {
  const hasOnePrice = !page.payWhatYouWant.enabled && page.priceOptions.others.length === 0;
  return (
    <PageFrame config={page} headingLevel={headingLevel} slug={slug} eager {...sectionProps}>
      <section className="co-till co-closed" lang={getInterfaceLang(page)}>
        {hasOnePrice && <PriceLine config={page} />}
        <div className="co-words">
          <ClosedText page={page} reason={reason} />
        </div>
        {reason === 'early' && <OpeningCountdown page={page} slug={slug} now={now} />}
        {slug && <CheckAgain reason={reason} slug={slug} />}
        {slug && <PurchasesLink />}
      </section>
    </PageFrame>
  );
}

/** Shows little more than the name: the seller or the operator has taken the page off the market. */
function UnavailablePage({ page, reason, sellerName, imageSizes, slug, headingLevel = 1 }: ClosedPageProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="co" style={getPageStyle(page)}>
      <div className="co-result" lang={getInterfaceLang(page)}>
        {page.logo && (
          <div className="co-logo">
            <LogoImage src={page.logo} alt={sellerName ?? checkoutPageMessages.logo} size={imageSizes?.logo} />
          </div>
        )}
        {page.productImage && (
          <div className="co-art">
            <ProductImage src={page.productImage} layout={page.layout} size={imageSizes?.productImage} eager />
          </div>
        )}
        <div className="co-words">
          <Heading dir="auto" lang={getSellerLang(page)}>
            {page.productName}
          </Heading>
          <ClosedText page={page} reason={reason} />
        </div>
        {sellerName && (
          <p className="co-seller">
            <RichText text={checkoutPageMessages.footer.soldBy} tags={{ seller: () => <bdi>{sellerName}</bdi> }} />
          </p>
        )}
        {slug && (
          <>
            <CheckAgain reason={reason} slug={slug} />
            <PurchasesLink />
            <a className="co-more" href={`/report?page=${slug}`}>
              {checkoutPageMessages.footer.report}
            </a>
          </>
        )}
      </div>
    </div>
  );
}
