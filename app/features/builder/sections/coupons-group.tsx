import {
  CalendarClock,
  CheckCircle2,
  CircleAlert,
  CircleOff,
  CirclePause,
  Link2,
  Pause,
  PencilLine,
  Play,
  Tickets,
  TicketX,
  X,
} from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';

import { Badge, type BadgeProps } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { useCopy } from '#app/components/copy-button.tsx';
import { NativeSelect } from '#app/components/select.tsx';
import { toast } from '#app/components/toast.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { builderCouponMessages } from '#content/messages/builder-coupons.ts';
import { builderFieldMessages } from '#content/messages/builder-fields.ts';
import { couponCodeMessages } from '#content/messages/coupon-codes.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { type Coupon, findCoupon, findCouponError } from '#domain/coupon.ts';
import { getCurrency } from '#domain/currencies.ts';
import { AppError } from '#domain/errors.ts';
import { formatDiscount } from '#domain/format-price.ts';
import { formatWithSymbol } from '#domain/money.ts';
import { BASE_OPTION, configForOption, listPriceOptions } from '#domain/offer.ts';
import { normalizeConfig } from '#domain/page-fields.ts';
import { configAt } from '#domain/page-schedule.ts';
import { getDefaultQuantity, getUnitName } from '#domain/quantity.ts';
import { getProductAmount, quoteOrder } from '#domain/quote.ts';

import { FieldHelp, Group, focusControl, getFieldId, useFieldState } from '../fields/builder-field.tsx';
import { IconButton } from '../fields/icon-button.tsx';
import { getItemId } from '../fields/sortable-list.tsx';
import { ConfigSwitch } from '../fields/switch-field.tsx';
import { useNow } from '../fields/use-now.ts';
import { useBuilder, useCurrencySign } from '../state/builder-context.ts';
import { getPageTimeZone } from '../state/page-time-zone.ts';
import { getEntryKey } from '../state/pending-entries.ts';
import { CouponForm } from './coupon-form.tsx';
import {
  type CouponState,
  createCouponsPatch,
  findCouponCounts,
  getCouponState,
  limitTexts,
  usageText,
} from './coupon-state.ts';

const messages = builderCouponMessages;

const testerMessages = builderCouponMessages.tester;

/** The total that a buyer would pay with a coupon code, or the reason why the code is rejected. */
type CouponPreview =
  | { kind: 'total'; code: string; original: string; saved: string; total: string }
  | { kind: 'refused'; message: string };

const toRejection = (message: string): CouponPreview => ({ kind: 'refused', message });

/**
 * Calculates the total with the same functions as the checkout, for one of the price options. Usage limits are not
 * checked.
 */
export function previewCoupon(
  config: CheckoutPageConfig,
  couponCode: string,
  now: Date,
  optionId: string = BASE_OPTION,
): CouponPreview {
  const activeConfig = configAt(normalizeConfig(config), now);
  const pricedConfig = configForOption(activeConfig, optionId) ?? activeConfig;
  const coupon = findCoupon(pricedConfig.validCoupons, couponCode);
  const quote = quoteOrder(pricedConfig, { optionId }, coupon);
  if ('error' in quote && quote.at === 'price') return toRejection(testerMessages.noPrice);
  if (!coupon) return toRejection(new AppError('coupon_invalid').message);
  const rejection =
    'lines' in quote
      ? findCouponError(coupon, { now, original: getProductAmount(quote), currency: pricedConfig.currency })
      : null;
  if (rejection) return toRejection(rejection.message);
  if ('error' in quote) {
    if (quote.at !== 'total') return toRejection(quote.error);
    const total = formatWithSymbol(quote.total, pricedConfig.currency);
    return toRejection(testerMessages.totalRejected({ total, reason: quote.error }));
  }
  const { originalText, savedText, totalText } = formatDiscount(quote, pricedConfig);
  return { kind: 'total', code: coupon.code, original: originalText, saved: savedText, total: totalText };
}

const ID = 'coupon-trial';

const ResultLine = ({ term, className, children }: { term: string; className?: string; children: ReactNode }) => (
  <div className={className}>
    <dt className="break-anywhere">{term}</dt>
    <span className="dots" aria-hidden="true" />
    <dd>{children}</dd>
  </div>
);

function PreviewResult({ preview }: { preview: CouponPreview }) {
  const { config } = useBuilder();
  if (preview.kind === 'refused')
    return (
      <div className="err coupon-tester__error">
        <CircleAlert className="i" aria-hidden="true" />
        <span>{preview.message}</span>
      </div>
    );
  const count = getDefaultQuantity(config);
  const units = getUnitName(config.quantity, count);
  return (
    <dl className="lines coupon-tester__result num">
      <ResultLine term={count > 1 ? testerMessages.priceOfQuantity({ count, units }) : testerMessages.price}>
        <del>{preview.original}</del>
      </ResultLine>
      <ResultLine className="neg" term={preview.code}>
        −{preview.saved}
      </ResultLine>
      <ResultLine className="text-strong" term={testerMessages.total}>
        {preview.total}
      </ResultLine>
    </dl>
  );
}

/** Lets the seller test a coupon code as a buyer would use it, with the unpublished config. */
function CouponTester() {
  const { config } = useBuilder();
  const [code, setCode] = useState('');
  const [testedCode, setTestedCode] = useState<string | null>(null);
  const [optionId, setOptionId] = useState(BASE_OPTION);
  const now = useNow();
  const options = listPriceOptions(config);
  const preview = testedCode === null ? null : previewCoupon(config, testedCode, now, optionId);
  function submit(event: FormEvent) {
    event.preventDefault();
    setTestedCode(code.trim() === '' ? null : code);
  }
  return (
    <form className="field" onSubmit={submit} aria-label={testerMessages.title}>
      <label htmlFor={ID}>{testerMessages.title}</label>
      <div className="add-form">
        <input
          id={ID}
          className="in"
          placeholder={testerMessages.placeholder}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          aria-describedby={`${ID}-more`}
          aria-invalid={preview?.kind === 'refused' ? true : undefined}
          value={code}
          onChange={({ target }) => {
            setCode(target.value);
            setTestedCode(null);
          }}
        />
        <Button type="submit">{testerMessages.apply}</Button>
      </div>
      {options.length > 1 && (
        <NativeSelect
          aria-label={testerMessages.option}
          value={options.some(({ id }) => id === optionId) ? optionId : BASE_OPTION}
          options={options.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setOptionId}
        />
      )}
      <div id={`${ID}-more`} role="status">
        {preview && <PreviewResult preview={preview} />}
      </div>
    </form>
  );
}

const BADGES: Record<CouponState, BadgeProps> = {
  scheduled: { label: messages.states.scheduled, variant: 'blue', Icon: CalendarClock },
  active: { label: messages.states.active, variant: 'mint', Icon: CheckCircle2 },
  ended: { label: messages.states.ended, Icon: CircleOff },
  used_up: { label: messages.states.usedUp, variant: 'canary', Icon: TicketX },
  paused: { label: messages.states.paused, variant: 'canary', Icon: CirclePause },
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

/** State, usage, limits and note of a coupon; nothing if there is nothing to show. */
function CouponFacts({ coupon }: { coupon: Coupon }) {
  const { config, counts } = useBuilder();
  const usage = findCouponCounts(counts, coupon.code);
  const state = getCouponState(coupon, usage, useNow());
  const texts = [usageText(coupon, usage), ...limitTexts(coupon, useCurrencySign(), getPageTimeZone(config))];
  // A coupon that buyers cannot use yet is not shown as active.
  const badge = config.enableCoupon && (usage || state !== 'active') ? BADGES[state] : null;
  const text = texts.filter((item) => item !== '').join(' · ');
  if (!badge && text === '' && !coupon.note) return null;
  return (
    <div className="entry-list__details">
      {badge && <Badge {...badge} />}
      {text !== '' && <span className="muted num">{text}</span>}
      {coupon.note && <q className="muted">{coupon.note}</q>}
    </div>
  );
}

type PauseButtonProps = { coupon: Coupon; index: number };

/** Takes effect like every other change: when the page is published. */
function PauseButton({ coupon, index }: PauseButtonProps) {
  const { patch } = useBuilder();
  const { paused, ...active } = coupon;
  const field = `validCoupons.${index}.paused`;
  const toggle = () => {
    const changed: Coupon = paused ? active : { ...coupon, paused: true };
    patch((current) => ({ validCoupons: current.validCoupons.with(index, changed) }));
    focusControl(field);
  };
  const label = (paused ? messages.resume : messages.pause)({ code: coupon.code });
  return <IconButton id={getFieldId(field)} label={label} Icon={paused ? Play : Pause} onClick={toggle} />;
}

const CouponCodesDialog = loadOnDemand(async () => (await import('./coupon-codes-dialog.tsx')).CouponCodesDialog);

/** Opens the dialog that creates the single-use codes of a coupon. */
function ManageCodes({ pageId, code }: { pageId: string; code: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton label={couponCodeMessages.manage({ code })} Icon={Tickets} onClick={() => setIsOpen(true)} />
      {isOpen && <CouponCodesDialog {...{ pageId, code }} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type Props = PauseButtonProps & { onEdit: () => void; onRemove: () => void };

function CouponRow({ coupon, index, onEdit, onRemove }: Props) {
  const { config, pageId, liveUrl } = useBuilder();
  const field = `validCoupons.${index}`;
  const { id, error } = useFieldState(field);
  return (
    <>
      <div className="entry-list__entry" data-invalid={error !== null}>
        <span className="coupon-row">
          <b className="receipt-text break-anywhere">{coupon.batch ? `${coupon.code}-…` : coupon.code}</b>
          <span className="dots" aria-hidden="true" />
          <span className="num">{discountText(coupon, config.currency)}</span>
        </span>
        <span className="row-buttons">
          {coupon.batch && pageId && <ManageCodes {...{ pageId }} code={coupon.code} />}
          {liveUrl && !coupon.batch && <CopyLink code={coupon.code} url={liveUrl} />}
          <PauseButton {...{ coupon, index }} />
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
  const { config, patch, restoredEntries } = useBuilder();
  const { validCoupons } = config;
  const [editedId, setEditedId] = useState<string | null>(() => {
    const edited = validCoupons.find((coupon) => restoredEntries.has(getEntryKey('validCoupons', coupon)));
    return edited ? getItemId(edited) : null;
  });
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
                patch((current) => createCouponsPatch(current, current.validCoupons.with(index, changed), changed));
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
            patch((current) => createCouponsPatch(current, [...current.validCoupons, coupon], coupon));
            toast({ title: messages.added.title, message: messages.added.message({ code: coupon.code }) });
          }}
        />
      )}
      {enableCoupon && validCoupons.length > 0 && <CouponTester />}
    </Group>
  );
}
