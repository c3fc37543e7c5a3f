import { useState } from 'react';

import { toast } from '#app/components/toast.tsx';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Coupon } from '#domain/coupon.ts';

import { FieldHelp, Group, getFieldId } from '../fields/builder-field.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import { useBuilder } from '../state/builder-context.ts';
import { getPageTimeZone } from '../state/page-time-zone.ts';
import { CouponForm } from './coupon-form.tsx';
import { CouponRow } from './coupon-row.tsx';
import { CouponTester } from './coupon-tester.tsx';
import { getItemId } from './item-ids.ts';

/** Returns the time zone of a coupon with dates, so that it is stored together with them. */
const timeZoneFor = ({ startsAt, endsAt }: Coupon, config: CheckoutPageConfig): { timeZone?: string } =>
  startsAt || endsAt ? { timeZone: getPageTimeZone(config) } : {};

function CouponList() {
  const { config, dispatch } = useBuilder();
  const [editedId, setEditedId] = useState<string | null>(null);
  const { validCoupons } = config;
  if (validCoupons.length === 0) return null;
  const closeEditor = (field: string) => {
    setEditedId(null);
    requestAnimationFrame(() => document.getElementById(getFieldId(field))?.focus());
  };
  return (
    <ul className="b-entries" id={getFieldId('validCoupons')} tabIndex={-1}>
      {validCoupons.map((coupon, index) => (
        <li key={getItemId(coupon)}>
          {editedId === getItemId(coupon) ? (
            <CouponForm
              edited={{ coupon, index }}
              onCancel={() => closeEditor(`validCoupons.${index}`)}
              onDone={(changed) => {
                dispatch({ type: 'editCoupon', index, coupon: changed, ...timeZoneFor(changed, config) });
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
                dispatch({ type: 'removeCoupon', index });
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
  const { config, set, dispatch } = useBuilder();
  const { enableCoupon, validCoupons } = config;
  const hasInactiveCoupons = !enableCoupon && validCoupons.length > 0;
  return (
    <Group title="Coupons">
      <SwitchField
        id={getFieldId('enableCoupon')}
        label="Enable coupon"
        hint={
          hasInactiveCoupons ? 'Kept, but buyers cannot use them.' : 'Buyers get a box for a code above the pay button.'
        }
        checked={enableCoupon}
        disabled={config.payWhatYouWant.enabled && !enableCoupon ? 'Not where buyers name the price themselves.' : null}
        onChange={(checked) => set('enableCoupon', checked)}
      />
      <CouponList />
      <FieldHelp field="validCoupons" />
      {enableCoupon && (
        <CouponForm
          onDone={(coupon) => {
            dispatch({ type: 'addCoupon', coupon, ...timeZoneFor(coupon, config) });
            toast({ title: 'Coupon added', message: `Buyers can use ${coupon.code} once you publish.` });
          }}
        />
      )}
      {enableCoupon && validCoupons.length > 0 && <CouponTester />}
    </Group>
  );
}
