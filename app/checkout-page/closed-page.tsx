import { RichText } from '#app/components/rich-text.tsx';
import { checkoutPageMessages, closedPageMessages } from '#content/messages/checkout-page.ts';
import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import type { Availability } from '#domain/offer.ts';

import { OpeningCountdown } from './countdown.tsx';
import { LogoImage, ProductImage, type ImageSizes } from './page-images.tsx';
import { getPageStyle } from './page-style.ts';

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
  page: Pick<
    PublicCheckoutConfig,
    'productName' | 'productImage' | 'layout' | 'accentColor' | 'fonts' | 'logo' | 'availability' | 'timeZone'
  >;
  reason: ClosedReason;
  sellerName: string | null;
  imageSizes?: ImageSizes | undefined;
  /** Slug of the page; without it no links are rendered. */
  slug?: string | undefined;
  headingLevel?: 1 | 2 | undefined;
  /** Time in ms for a static countdown. */
  now?: number | undefined;
};

/** The seller's own texts. */
const SELLER_TEXTS = { early: 'earlyText', closed: 'closedText', sold_out: 'soldOutText' } as const;

/** Returns the seller's text for this reason; empty if there is none. */
const getSellerText = (reason: ClosedReason, { availability }: ClosedPageProps['page']): string =>
  reason in SELLER_TEXTS ? availability[SELLER_TEXTS[reason as keyof typeof SELLER_TEXTS]].trim() : '';

/** Returns whether the state is final, so that reloading would not help. */
const isFinal = (reason: ClosedReason): boolean => reason === 'closed' || reason === 'sold_out';

function ClosedPageLinks({ reason, slug }: Pick<ClosedPageProps, 'reason' | 'slug'>) {
  return (
    <>
      {!isFinal(reason) && (
        <a className="co-2nd" href={`/c/${slug}`}>
          {closedPageMessages.checkAgain}
        </a>
      )}
      <a className="co-more" href="/purchases">
        {closedPageMessages.purchases}
      </a>
      <a className="co-more" href={`/report?page=${slug}`}>
        {checkoutPageMessages.footer.report}
      </a>
    </>
  );
}

/** What buyers see while a page takes no payments. */
export function ClosedPage({ page, reason, sellerName, imageSizes, slug, headingLevel = 1, now }: ClosedPageProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="co" style={getPageStyle(page)}>
      <div className="co-result">
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
          <Heading dir="auto">{page.productName}</Heading>
          <p dir="auto" data-field="availability">
            {getSellerText(reason, page) || closedPageMessages.reasons[reason]}
          </p>
        </div>
        {reason === 'early' && <OpeningCountdown page={page} slug={slug} now={now} />}
        {sellerName && (
          <p className="co-seller">
            <RichText text={checkoutPageMessages.footer.soldBy} tags={{ seller: () => <bdi>{sellerName}</bdi> }} />
          </p>
        )}
        {slug && <ClosedPageLinks reason={reason} slug={slug} />}
      </div>
    </div>
  );
}
