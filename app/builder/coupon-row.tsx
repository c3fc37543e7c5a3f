import { CalendarClock, CheckCircle2, CircleOff, Link2, PencilLine, TicketX, X } from 'lucide-react';

import type { Coupon } from '#domain/coupon.ts';
import { currencyOf } from '#domain/currencies.ts';

import { Badge, type BadgeLook } from '#app/ui/badge.tsx';
import { useCopy } from '#app/ui/use-copy.ts';

import { useBuilder } from './builder-context.ts';
import { ErrorLine, idOf } from './builder-field.tsx';
import { boundTexts, countsOf, couponState, usesText, type CouponState } from './coupon-state.ts';
import { zoneOfPage } from './page-moments.ts';
import { IconKey } from './row-keys.tsx';
import { useNow } from './use-now.ts';

const LOOKS: Record<CouponState, BadgeLook> = {
  scheduled: { label: 'Scheduled', tint: 'blue', Icon: CalendarClock },
  active: { label: 'Active', tint: 'mint', Icon: CheckCircle2 },
  ended: { label: 'Ended', Icon: CircleOff },
  used_up: { label: 'Used up', tint: 'canary', Icon: TicketX },
};

/** Formats a discount: `10 % off`, `$5 off`. */
function worthOf({ discount, type }: Coupon, currency: string): string {
  return type === 'percentage' ? `${discount} % off` : `${currencyOf(currency).symbol}${discount} off`;
}

function CopyLink({ code, url }: { code: string; url: string }) {
  const { copy } = useCopy(`${url}?coupon=${encodeURIComponent(code)}`);
  return <IconKey label={`Copy link with ${code}`} Icon={Link2} onClick={copy} />;
}

/** State, usage and limits of a coupon; nothing if there is nothing to show. */
function CouponFacts({ coupon }: { coupon: Coupon }) {
  const { config, counts } = useBuilder();
  const own = countsOf(counts, coupon.code);
  const state = couponState(coupon, own, useNow());
  const { symbol, code } = currencyOf(config.currency);
  const words = [usesText(coupon, own), ...boundTexts(coupon, symbol || code, zoneOfPage(config))];
  // A coupon that buyers cannot use yet is not shown as active.
  const look = config.enableCoupon && (own || state !== 'active') ? LOOKS[state] : null;
  const text = words.filter((word) => word !== '').join(' · ');
  if (!look && text === '') return null;
  return (
    <div className="b-entry-more">
      {look && <Badge {...look} />}
      <span className="muted num">{text}</span>
    </div>
  );
}

type Props = { coupon: Coupon; place: number; onEdit: () => void; onRemove: () => void };

export function CouponRow({ coupon, place, onEdit, onRemove }: Props) {
  const { config, problemOf, liveUrl } = useBuilder();
  const field = `validCoupons.${place}`;
  const problem = problemOf(field);
  return (
    <>
      <div className="b-entry" data-invalid={problem !== null}>
        <span className="b-coupon">
          <b className="receipt-type b-break">{coupon.code}</b>
          <span className="dots" aria-hidden="true" />
          <span className="num">{worthOf(coupon, config.currency)}</span>
        </span>
        <span className="b-row-keys">
          {liveUrl && <CopyLink code={coupon.code} url={liveUrl} />}
          <IconKey
            id={idOf(field)}
            label={`Edit: ${coupon.code}`}
            Icon={PencilLine}
            aria-describedby={problem ? `${idOf(field)}-more` : undefined}
            onClick={onEdit}
          />
          <IconKey label={`Remove: ${coupon.code}`} Icon={X} onClick={onRemove} />
        </span>
        <CouponFacts coupon={coupon} />
      </div>
      {problem && <ErrorLine id={`${idOf(field)}-more`}>{problem}</ErrorLine>}
    </>
  );
}
