import { FieldError } from '#app/components/field.tsx';
import { TextField } from '#app/components/text-field.tsx';
import { formatMoney } from '#app/lib/format-money.ts';
import { getItemName } from '#content/messages/item-name.ts';
import { refundMessages } from '#content/messages/refunds.ts';
import type { RefundableLine } from '#domain/refund.ts';
import { calculateUnitRefund } from '#domain/unit-refund.ts';

const messages = refundMessages.dialog;

/** Keys of the chosen items, and the typed quantities of those with several units left. */
export type LineChoice = { keys: readonly string[]; quantities: Readonly<Record<string, string>> };

export const NO_LINES: LineChoice = { keys: [], quantities: {} };

const getQuantityText = ({ key }: RefundableLine, { quantities }: LineChoice): string => quantities[key] ?? '1';

type ParsedLine = { quantity: number | null; amount: number } | { error: string };

/** Reads how much of an item is refunded: a quantity, or all that is left of a single unit. */
export function parseRefundedLine(line: RefundableLine, choice: LineChoice, currency: string): ParsedLine {
  const { rest, units, quantity: bought } = line;
  if (units < 2) return { quantity: bought > 1 && units === 1 ? 1 : null, amount: rest };
  const text = getQuantityText(line, choice).trim();
  const quantity = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (quantity < 1 || quantity > units) return { error: messages.quantityOutside({ max: units }) };
  const amount = calculateUnitRefund(line, line.refunds, quantity, currency);
  if (amount > rest) return { error: messages.quantityAboveRest({ max: units, amount: formatMoney(rest, currency) }) };
  return { quantity, amount };
}

type FieldProps = {
  line: RefundableLine;
  choice: LineChoice;
  currency: string;
  isValidated: boolean;
  onChange: (choice: LineChoice) => void;
  label: string;
};

function QuantityField({ line, choice, currency, isValidated, onChange, label }: FieldProps) {
  const parsed = parseRefundedLine(line, choice, currency);
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      value={getQuantityText(line, choice)}
      hint={
        'error' in parsed
          ? messages.quantityOutside({ max: line.units })
          : messages.quantityHint({
              quantity: parsed.quantity ?? 1,
              max: line.units,
              amount: formatMoney(parsed.amount, currency),
            })
      }
      error={isValidated && 'error' in parsed ? parsed.error : null}
      onValueChange={(text) => onChange({ ...choice, quantities: { ...choice.quantities, [line.key]: text } })}
    />
  );
}

type Props = {
  lines: readonly RefundableLine[];
  choice: LineChoice;
  currency: string;
  isValidated: boolean;
  /** Error of all items together. */
  error: string | null;
  onChange: (choice: LineChoice) => void;
};

/** The items of the payment, each with what is left of it. A single item needs only its quantity. */
export function RefundLinesField({ lines, choice, currency, isValidated, error, onChange }: Props) {
  const toggle = (key: string, isChosen: boolean) =>
    onChange({ ...choice, keys: isChosen ? [...choice.keys, key] : choice.keys.filter((other) => other !== key) });
  const fieldProps = { choice, currency, isValidated, onChange };
  const [single] = lines;
  return (
    <div className="refund-amount-fieldset refund-amount-fieldset__partial">
      {single && lines.length === 1 ? (
        <QuantityField line={single} label={messages.quantity} {...fieldProps} />
      ) : (
        lines.map((line) => {
          const { key, name, units, rest } = line;
          const isChosen = choice.keys.includes(key);
          const itemName = getItemName({ name, quantity: Math.max(units, 1) });
          return (
            <div key={key} className="refund-amount-fieldset">
              <label className="checkrow">
                <input type="checkbox" checked={isChosen} onChange={({ target }) => toggle(key, target.checked)} />
                <span>{messages.line({ name: itemName, amount: formatMoney(rest, currency) })}</span>
              </label>
              {isChosen && units > 1 && (
                <QuantityField line={line} label={messages.quantityOf({ name })} {...fieldProps} />
              )}
            </div>
          );
        })
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
