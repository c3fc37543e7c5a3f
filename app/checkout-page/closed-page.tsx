import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import type { Availability } from '#domain/offer.ts';

import { Opening } from './countdown.tsx';
import { pageStyle } from './page-style.ts';
import { LogoImage, ProductPicture, type ImageSizes } from './pictures.tsx';

/**
 * Why the page takes no payments. `off`: the seller unpublished it. `paused`: payments are paused for some hours.
 * `unable`: payments are not possible at the moment.
 */
export type ClosedBecause = Exclude<Availability, 'open'> | 'off' | 'paused' | 'unable';

type ClosedPageProps = {
  page: Pick<
    PublicCheckoutConfig,
    'productName' | 'productImage' | 'layout' | 'accentColor' | 'fonts' | 'logo' | 'availability' | 'timeZone'
  >;
  because: ClosedBecause;
  sellerName: string | null;
  imageSizes?: ImageSizes | undefined;
  /** Slug of the page; without it no links are rendered. */
  slug?: string | undefined;
  headingLevel?: 1 | 2 | undefined;
  /** Time in ms for a static countdown. */
  now?: number | undefined;
};

const WORDS: Record<ClosedBecause, string> = {
  early: 'This page is not open yet. Please come back when it is.',
  closed: 'This page has closed. Nothing more is sold here.',
  sold_out: 'This is sold out. Thank you to everyone who bought it.',
  held: 'All that is left is being paid for by others right now. Some of it may come back in a few minutes.',
  off: 'This page is not on sale at the moment. Nothing was charged. Please come back later.',
  paused:
    'This page is taking a short break from payments. Nothing was charged. Please come back in a few hours.',
  unable: 'This page is not accepting payments at the moment. Nothing was charged. Please come back later.',
};

/** Returns the seller's text for this reason; empty if there is none. */
function ownWords(because: ClosedBecause, page: ClosedPageProps['page']): string {
  const { earlyText, closedText, soldOutText } = page.availability;
  const texts: Partial<Record<ClosedBecause, string>> = {
    early: earlyText,
    closed: closedText,
    sold_out: soldOutText,
  };
  return texts[because]?.trim() ?? '';
}

/** Returns whether the state is final, so that reloading would not help. */
const isOver = (because: ClosedBecause): boolean => because === 'closed' || because === 'sold_out';

function WaysOn({ because, slug }: Pick<ClosedPageProps, 'because' | 'slug'>) {
  return (
    <>
      {!isOver(because) && (
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
export function ClosedPage({
  page,
  because,
  sellerName,
  imageSizes,
  slug,
  headingLevel = 1,
  now,
}: ClosedPageProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="co" style={pageStyle(page)}>
      <div className="co-result">
        {page.logo && (
          <div className="co-logo">
            <LogoImage src={page.logo} alt={sellerName ?? 'Logo'} size={imageSizes?.logo} />
          </div>
        )}
        {page.productImage && (
          <div className="co-art">
            <ProductPicture
              src={page.productImage}
              layout={page.layout}
              size={imageSizes?.productImage}
              atOnce
            />
          </div>
        )}
        <div className="co-words">
          <Heading dir="auto">{page.productName}</Heading>
          <p dir="auto" data-field="availability">
            {ownWords(because, page) || WORDS[because]}
          </p>
        </div>
        {because === 'early' && <Opening page={page} slug={slug} now={now} />}
        {sellerName && (
          <p className="co-seller">
            Sold by <bdi>{sellerName}</bdi>
          </p>
        )}
        {slug && <WaysOn because={because} slug={slug} />}
      </div>
    </div>
  );
}
