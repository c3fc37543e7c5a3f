import { checkoutPageMessages } from '#content/messages/checkout-page.ts';

const LINE_ICON_PROPS = {
  fill: 'none',
  stroke: 'currentColor',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

export const CheckIcon = () => (
  <svg viewBox="0 0 20 20" strokeWidth="2.25" {...LINE_ICON_PROPS}>
    <path d="m4 10.5 4 4 8-9" />
  </svg>
);

export const CrossIcon = () => (
  <svg viewBox="0 0 20 20" strokeWidth="2.25" {...LINE_ICON_PROPS}>
    <path d="m5.5 5.5 9 9m0-9-9 9" />
  </svg>
);

export const LockIcon = () => (
  <svg viewBox="0 0 16 16" strokeWidth="1.5" {...LINE_ICON_PROPS}>
    <rect x="3" y="7" width="10" height="7" rx="1.5" />
    <path d="M5 7V5a3 3 0 0 1 6 0v2" />
  </svg>
);

const Star = ({ lit }: { lit: boolean }) => (
  <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" className={lit ? undefined : 'off'}>
    <path d="M8 1.2l2 4.4 4.8.5-3.6 3.2 1 4.7L8 11.6 3.8 14l1-4.7L1.2 6.1l4.8-.5z" />
  </svg>
);

export function StarRating({ rating }: { rating: number }) {
  const lit = Math.min(5, Math.max(0, Math.round(rating)));
  return (
    <div className="co-stars" role="img" aria-label={checkoutPageMessages.rating({ stars: lit })}>
      {[1, 2, 3, 4, 5].map((position) => (
        <Star key={position} lit={position <= lit} />
      ))}
    </div>
  );
}
