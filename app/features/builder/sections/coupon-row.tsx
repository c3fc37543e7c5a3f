import { CalendarClock, CheckCircle2, CircleOff, Link2, PencilLine, TicketX, X } from 'lucide-react';

import { Badge, type BadgeProps } from '#app/components/badge.tsx';
import { useCopy } from '#app/components/copy-button.tsx';
import type { Coupon } from '#domain/coupon.ts';
import { getCurrency } from '#domain/currencies.ts';

import { FieldErrorMessage, getFieldId } from '../fields/builder-field.tsx';
import { IconButton } from '../fields/row-buttons.tsx';
import { useNow } from '../fields/use-now.ts';
import { useBuilder } from '../state/builder-context.ts';
import { getPageTimeZone } from '../state/page-time-zone.ts';
import { limitTexts, findCouponCounts, getCouponState, usageText, type CouponState } from './coupon-state.ts';

const BADGES: Record<CouponState, BadgeProps> = {
  scheduled: { label: 'Scheduled', variant: 'blue', Icon: CalendarClock },
  active: { label: 'Active', variant: 'mint', Icon: CheckCircle2 },
  ended: { label: 'Ended', Icon: CircleOff },
  used_up: { label: 'Used up', variant: 'canary', Icon: TicketX },
};

/** Formats a discount: `10 % off`, `$5 off`. */
function discountText({ discount, type }: Coupon, currency: string): string {
  return type === 'percentage' ? `${discount} % off` : `${getCurrency(currency).symbol}${discount} off`;
}

function CopyLink({ code, url }: { code: string; url: string }) {
  const { copy } = useCopy(`${url}?coupon=${encodeURIComponent(code)}`);
  return <IconButton label={`Copy link with ${code}`} Icon={Link2} onClick={copy} />;
}

/** State, usage and limits of a coupon; nothing if there is nothing to show. */
function CouponFacts({ coupon }: { coupon: Coupon }) {
  const { config, counts } = useBuilder();
  const usage = findCouponCounts(counts, coupon.code);
  const state = getCouponState(coupon, usage, useNow());
  const { symbol, code } = getCurrency(config.currency);
  const texts = [usageText(coupon, usage), ...limitTexts(coupon, symbol || code, getPageTimeZone(config))];
  // A coupon that buyers cannot use yet is not shown as active.
  const badge = config.enableCoupon && (usage || state !== 'active') ? BADGES[state] : null;
  const text = texts.filter((item) => item !== '').join(' · ');
  if (!badge && text === '') return null;
  return (
    <div className="b-entry-more">
      {badge && <Badge {...badge} />}
      <span className="muted num">{text}</span>
    </div>
  );
}

type Props = { coupon: Coupon; index: number; onEdit: () => void; onRemove: () => void };

export function CouponRow({ coupon, index, onEdit, onRemove }: Props) {
  const { config, getFieldError, liveUrl } = useBuilder();
  const field = `validCoupons.${index}`;
  const fieldError = getFieldError(field);
  return (
    <>
      <div className="b-entry" data-invalid={fieldError !== null}>
        <span className="b-coupon">
          <b className="receipt-type b-break">{coupon.code}</b>
          <span className="dots" aria-hidden="true" />
          <span className="num">{discountText(coupon, config.currency)}</span>
        </span>
        <span className="b-row-keys">
          {liveUrl && <CopyLink code={coupon.code} url={liveUrl} />}
          <IconButton
            id={getFieldId(field)}
            label={`Edit: ${coupon.code}`}
            Icon={PencilLine}
            aria-describedby={fieldError ? `${getFieldId(field)}-more` : undefined}
            onClick={onEdit}
          />
          <IconButton label={`Remove: ${coupon.code}`} Icon={X} onClick={onRemove} />
        </span>
        <CouponFacts coupon={coupon} />
      </div>
      {fieldError && <FieldErrorMessage id={`${getFieldId(field)}-more`}>{fieldError}</FieldErrorMessage>}
    </>
  );
}
