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
        <h1>This page has been taken down</h1>
        <p>Nothing can be bought here any more.</p>
        <p>Have you bought something here? Your receipts are kept, and subscriptions go on until you end them.</p>
        <a className="co-2nd" href="/purchases" target="_top">
          Your purchases
        </a>
      </div>
    </div>
  </main>
);

export const suspendedPageMeta = () => [{ title: 'Page taken down' }, { name: 'robots', content: 'noindex' }];

/**
 * Why the page takes no payments. `off`: the seller unpublished it. `paused`: payments are paused for some hours.
 * `unable`: payments are not possible at the moment.
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

const MESSAGES: Record<ClosedReason, string> = {
  early: 'This page is not open yet. Please come back when it is.',
  closed: 'This page has closed. Nothing more is sold here.',
  sold_out: 'This is sold out. Thank you to everyone who bought it.',
  held: 'All that is left is being paid for by others right now. Some of it may come back in a few minutes.',
  off: 'This page is not on sale at the moment. Nothing was charged. Please come back later.',
  paused: 'This page is taking a short break from payments. Nothing was charged. Please come back in a few hours.',
  unable: 'This page is not accepting payments at the moment. Nothing was charged. Please come back later.',
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
          Look again
        </a>
      )}
      <a className="co-more" href="/purchases">
        Your purchases
      </a>
      <a className="co-more" href={`/report?page=${slug}`}>
        Report this page
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
            <LogoImage src={page.logo} alt={sellerName ?? 'Logo'} size={imageSizes?.logo} />
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
            {getSellerText(reason, page) || MESSAGES[reason]}
          </p>
        </div>
        {reason === 'early' && <OpeningCountdown page={page} slug={slug} now={now} />}
        {sellerName && (
          <p className="co-seller">
            Sold by <bdi>{sellerName}</bdi>
          </p>
        )}
        {slug && <ClosedPageLinks reason={reason} slug={slug} />}
      </div>
    </div>
  );
}
