import { PencilLine, X } from 'lucide-react';
import { useState } from 'react';

import type { Coupon } from '#domain/coupon.ts';
import { currencyOf } from '#domain/currencies.ts';

import { toast } from '#app/ui/toast.tsx';

import { useBuilder } from './builder-context.ts';
import { ErrorLine, FieldMore, Group, idOf } from './builder-field.tsx';
import { CouponForm } from './coupon-form.tsx';
import { CouponTrial } from './coupon-trial.tsx';
import { IconKey } from './row-keys.tsx';
import { SwitchField } from './switch-field.tsx';

/** `10 % off`, `$5 off`. */
function worthOf({ discount, type }: Coupon, currency: string): string {
  return type === 'percentage' ? `${discount} % off` : `${currencyOf(currency).symbol}${discount} off`;
}

type RowProps = { coupon: Coupon; place: number; onEdit: () => void; onRemove: () => void };

function CouponRow({ coupon, place, onEdit, onRemove }: RowProps) {
  const { config, problemOf } = useBuilder();
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
          <IconKey
            id={idOf(field)}
            label={`Edit: ${coupon.code}`}
            Icon={PencilLine}
            aria-describedby={problem ? `${idOf(field)}-more` : undefined}
            onClick={onEdit}
          />
          <IconKey label={`Remove: ${coupon.code}`} Icon={X} onClick={onRemove} />
        </span>
      </div>
      {problem && <ErrorLine id={`${idOf(field)}-more`}>{problem}</ErrorLine>}
    </>
  );
}

function CouponList() {
  const { config, dispatch } = useBuilder();
  const [edited, setEdited] = useState<number | null>(null);
  const { validCoupons } = config;
  if (validCoupons.length === 0) return null;
  const leave = (field: string) => {
    setEdited(null);
    requestAnimationFrame(() => document.getElementById(idOf(field))?.focus());
  };
  return (
    <ul className="b-entries" id={idOf('validCoupons')} tabIndex={-1}>
      {validCoupons.map((coupon, place) => (
        <li key={place}>
          {edited === place ? (
            <CouponForm
              before={{ coupon, place }}
              onCancel={() => leave(`validCoupons.${place}`)}
              onDone={(after) => {
                dispatch({ type: 'editCoupon', place, coupon: after });
                leave(`validCoupons.${place}`);
              }}
            />
          ) : (
            <CouponRow
              {...{ coupon, place }}
              onEdit={() => {
                setEdited(place);
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
        onChange={(checked) => set('enableCoupon', checked)}
      />
      <CouponList />
      <FieldMore field="validCoupons" />
      {enableCoupon && (
        <CouponForm
          onDone={(coupon) => {
            dispatch({ type: 'addCoupon', coupon });
            toast({ title: 'Coupon added', message: `Buyers can use ${coupon.code} once you publish.` });
          }}
        />
      )}
      {enableCoupon && validCoupons.length > 0 && <CouponTrial />}
    </Group>
  );
}
