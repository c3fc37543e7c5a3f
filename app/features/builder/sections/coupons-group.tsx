import { CalendarClock, CheckCircle2, CircleOff, Link2, PencilLine, TicketX, X } from 'lucide-react';
import { useState } from 'react';

import { Badge, type BadgeProps } from '#app/components/badge.tsx';
import { useCopy } from '#app/components/copy-button.tsx';
import { toast } from '#app/components/toast.tsx';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import { builderOfferMessages } from '#content/messages/builder-offer.ts';
import type { Coupon } from '#domain/coupon.ts';
import { getCurrency } from '#domain/currencies.ts';

import { FieldHelp, focusControl, Group, getFieldId, useFieldState } from '../fields/builder-field.tsx';
import { IconButton } from '../fields/icon-button.tsx';
import { getItemId } from '../fields/sortable-list.tsx';
import { ConfigSwitch } from '../fields/switch-field.tsx';
import { useNow } from '../fields/use-now.ts';
import { useBuilder, useCurrencySign } from '../state/builder-context.ts';
import { getPageTimeZone } from '../state/page-time-zone.ts';
import { CouponForm } from './coupon-form.tsx';
import {
  createCouponsPatch,
  limitTexts,
  findCouponCounts,
  getCouponState,
  usageText,
  type CouponState,
} from './coupon-state.ts';
import { CouponTester } from './coupon-tester.tsx';

const messages = builderOfferMessages.coupons;

const BADGES: Record<CouponState, BadgeProps> = {
  scheduled: { label: messages.states.scheduled, variant: 'blue', Icon: CalendarClock },
  active: { label: messages.states.active, variant: 'mint', Icon: CheckCircle2 },
  ended: { label: messages.states.ended, Icon: CircleOff },
  used_up: { label: messages.states.usedUp, variant: 'canary', Icon: TicketX },
};

/** Formats a discount: `10% off`, `$5 off`. */
function discountText({ discount, type }: Coupon, currency: string): string {
  return type === 'percentage'
    ? messages.percentageOff({ percentage: discount })
    : messages.amountOff({ amount: `${getCurrency(currency).symbol}${discount}` });
}

function CopyLink({ code, url }: { code: string; url: string }) {
  const { copy } = useCopy(`${url}?coupon=${encodeURIComponent(code)}`);
  return <IconButton label={messages.copyLink({ code })} Icon={Link2} onClick={copy} />;
}

/** State, usage and limits of a coupon; nothing if there is nothing to show. */
function CouponFacts({ coupon }: { coupon: Coupon }) {
  const { config, counts } = useBuilder();
  const usage = findCouponCounts(counts, coupon.code);
  const state = getCouponState(coupon, usage, useNow());
  const texts = [usageText(coupon, usage), ...limitTexts(coupon, useCurrencySign(), getPageTimeZone(config))];
  // A coupon that buyers cannot use yet is not shown as active.
  const badge = config.enableCoupon && (usage || state !== 'active') ? BADGES[state] : null;
  const text = texts.filter((item) => item !== '').join(' · ');
  if (!badge && text === '') return null;
  return (
    <div className="entry-list__details">
      {badge && <Badge {...badge} />}
      <span className="muted num">{text}</span>
    </div>
  );
}

type Props = { coupon: Coupon; index: number; onEdit: () => void; onRemove: () => void };

function CouponRow({ coupon, index, onEdit, onRemove }: Props) {
  const { config, liveUrl } = useBuilder();
  const field = `validCoupons.${index}`;
  const { id, error } = useFieldState(field);
  return (
    <>
      <div className="entry-list__entry" data-invalid={error !== null}>
        <span className="coupon-row">
          <b className="receipt-text break-anywhere">{coupon.code}</b>
          <span className="dots" aria-hidden="true" />
          <span className="num">{discountText(coupon, config.currency)}</span>
        </span>
        <span className="row-buttons">
          {liveUrl && <CopyLink code={coupon.code} url={liveUrl} />}
          <IconButton
            id={id}
            label={builderFieldMessages.list.edit({ item: coupon.code })}
            Icon={PencilLine}
            aria-describedby={error ? `${id}-more` : undefined}
            onClick={onEdit}
          />
          <IconButton label={builderFieldMessages.list.remove({ item: coupon.code })} Icon={X} onClick={onRemove} />
        </span>
        <CouponFacts coupon={coupon} />
      </div>
      <FieldHelp field={field} />
    </>
  );
}

function CouponList() {
  const { config, patch } = useBuilder();
  const { validCoupons } = config;
  const [editedId, setEditedId] = useState<string | null>(null);
  if (validCoupons.length === 0) return null;
  const closeEditor = (field: string) => {
    setEditedId(null);
    focusControl(field);
  };
  return (
    <ul className="entry-list" id={getFieldId('validCoupons')} tabIndex={-1}>
      {validCoupons.map((coupon, index) => (
        <li key={getItemId(coupon)}>
          {editedId === getItemId(coupon) ? (
            <CouponForm
              edited={{ coupon, index }}
              onCancel={() => closeEditor(`validCoupons.${index}`)}
              onDone={(changed) => {
                patch(createCouponsPatch(config, validCoupons.with(index, changed), changed));
                closeEditor(`validCoupons.${index}`);
              }}
            />
          ) : (
            <CouponRow
              {...{ coupon, index }}
              onEdit={() => {
                setEditedId(getItemId(coupon));
                requestAnimationFrame(() =>
                  document.querySelector<HTMLElement>(`#${getFieldId('validCoupons')} [name="code"]`)?.focus(),
                );
              }}
              onRemove={() => {
                patch({ validCoupons: validCoupons.toSpliced(index, 1) });
                closeEditor('enableCoupon');
              }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

export function CouponsGroup() {
  const { config, patch } = useBuilder();
  const { enableCoupon, validCoupons } = config;
  const hasInactiveCoupons = !enableCoupon && validCoupons.length > 0;
  return (
    <Group title={messages.title}>
      <ConfigSwitch
        path="enableCoupon"
        label={messages.enable}
        hint={hasInactiveCoupons ? messages.disabledHint : messages.hint}
        disabled={config.payWhatYouWant.enabled && !enableCoupon ? messages.unavailable : null}
      />
      <CouponList />
      <FieldHelp field="validCoupons" />
      {enableCoupon && (
        <CouponForm
          onDone={(coupon) => {
            patch(createCouponsPatch(config, [...validCoupons, coupon], coupon));
            toast({ title: messages.added.title, message: messages.added.message({ code: coupon.code }) });
          }}
        />
      )}
      {enableCoupon && validCoupons.length > 0 && <CouponTester />}
    </Group>
  );
}
