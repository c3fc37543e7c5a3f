import { useState } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Coupon } from '#domain/coupon.ts';

import { toast } from '#app/ui/toast.tsx';

import { useBuilder } from './builder-context.ts';
import { FieldMore, Group, idOf } from './builder-field.tsx';
import { CouponForm } from './coupon-form.tsx';
import { CouponRow } from './coupon-row.tsx';
import { CouponTrial } from './coupon-trial.tsx';
import { itemIdOf } from './item-ids.ts';
import { zoneOfPage } from './page-moments.ts';
import { SwitchField } from './switch-field.tsx';

/** Returns the time zone of a coupon with dates, so that it is stored together with them. */
const zoneFor = ({ startsAt, endsAt }: Coupon, config: CheckoutPageConfig): { timeZone?: string } =>
  startsAt || endsAt ? { timeZone: zoneOfPage(config) } : {};

function CouponList() {
  const { config, dispatch } = useBuilder();
  const [edited, setEdited] = useState<string | null>(null);
  const { validCoupons } = config;
  if (validCoupons.length === 0) return null;
  const leave = (field: string) => {
    setEdited(null);
    requestAnimationFrame(() => document.getElementById(idOf(field))?.focus());
  };
  return (
    <ul className="b-entries" id={idOf('validCoupons')} tabIndex={-1}>
      {validCoupons.map((coupon, place) => (
        <li key={itemIdOf(coupon)}>
          {edited === itemIdOf(coupon) ? (
            <CouponForm
              before={{ coupon, place }}
              onCancel={() => leave(`validCoupons.${place}`)}
              onDone={(after) => {
                dispatch({ type: 'editCoupon', place, coupon: after, ...zoneFor(after, config) });
                leave(`validCoupons.${place}`);
              }}
            />
          ) : (
            <CouponRow
              {...{ coupon, place }}
              onEdit={() => {
                setEdited(itemIdOf(coupon));
                requestAnimationFrame(() =>
                  document.querySelector<HTMLElement>(`#${idOf('validCoupons')} [name="code"]`)?.focus(),
                );
              }}
              onRemove={() => {
                dispatch({ type: 'removeCoupon', place });
                leave('enableCoupon');
              }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

export function CouponsGroup() {
  const { config, set, dispatch } = useBuilder();
  const { enableCoupon, validCoupons } = config;
  const off = !enableCoupon && validCoupons.length > 0;
  return (
    <Group title="Coupons">
      <SwitchField
        id={idOf('enableCoupon')}
        label="Enable coupon"
        hint={off ? 'Kept, but buyers cannot use them.' : 'Buyers get a box for a code above the pay button.'}
        checked={enableCoupon}
        disabled={
          config.payWhatYouWant.enabled && !enableCoupon
            ? 'Not where buyers name the price themselves.'
            : null
        }
        onChange={(checked) => set('enableCoupon', checked)}
      />
      <CouponList />
      <FieldMore field="validCoupons" />
      {enableCoupon && (
        <CouponForm
          onDone={(coupon) => {
            dispatch({ type: 'addCoupon', coupon, ...zoneFor(coupon, config) });
            toast({ title: 'Coupon added', message: `Buyers can use ${coupon.code} once you publish.` });
          }}
        />
      )}
      {enableCoupon && validCoupons.length > 0 && <CouponTrial />}
    </Group>
  );
}
