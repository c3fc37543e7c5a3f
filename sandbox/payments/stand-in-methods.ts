import type { CallContext } from '../core/call-context.ts';
import { getAccount } from '../core/connected-accounts.ts';
import type { Buyer, Objects, StandIn } from '../core/objects.ts';
import { buildMethodFields } from './payment-methods.ts';

type PaymentMethod = Objects['payment_method'];
type Details = Objects['charge']['payment_method_details'];

/**
 * Payment methods that stand in for many others: a bank's page, a loan after a question, and a voucher. Bank debits have
 * test accounts of their own. In the sandbox they pay in every currency.
 */
export const STAND_INS: Record<StandIn, { name: string; description: string }> = {
  ideal: { name: 'Test iDEAL', description: 'The buyer approves the payment on a bank’s page.' },
  klarna: { name: 'Test Klarna', description: 'The buyer answers a question before the payment is approved.' },
  multibanco: { name: 'Test voucher', description: 'The buyer gets a voucher, which is paid days later or expires.' },
};

export const isStandIn = (type: string): type is StandIn => Object.hasOwn(STAND_INS, type);

export const listStandIns = (call: CallContext): StandIn[] => getAccount(call).hidden.standIns ?? [];

/** Turns a method on or off for the account of the call. */
export const setStandIn = (call: CallContext, type: StandIn, isOn: boolean): void => {
  const others = listStandIns(call).filter((other) => other !== type);
  call.platform.updateHidden('account', call.account, { standIns: isOn ? [...others, type] : others });
};

const METHOD_FIELDS: Record<StandIn, Partial<PaymentMethod>> = {
  ideal: { ideal: { bank: 'ing', bic: 'INGBNL2A' } },
  klarna: { klarna: {} },
  multibanco: { multibanco: {} },
};

export const insertStandIn = (call: CallContext, type: StandIn, buyer: Buyer, behaviorTag: string): PaymentMethod =>
  call.repository.insert('payment_method', {
    ...buildMethodFields(call, buyer),
    ...METHOD_FIELDS[type],
    type,
    hidden: { behaviorTag },
  });

export const VOUCHER_ENTITY = '12345';
export const VOUCHER_REFERENCE = '999 000 123';

const CHARGE_DETAILS: Record<StandIn, object> = {
  ideal: {
    bank: 'ing',
    bic: 'INGBNL2A',
    generated_sepa_debit: null,
    generated_sepa_debit_mandate: null,
    iban_last4: '5264',
    transaction_id: null,
    verified_name: null,
  },
  klarna: { payer_details: null, payment_method_category: 'pay_later', preferred_locale: 'en-US' },
  multibanco: { entity: VOUCHER_ENTITY, reference: VOUCHER_REFERENCE },
};

/** `payment_method_details` of a charge by a stand-in. */
export const standInDetails = (type: StandIn): Details =>
  ({ type, [type]: CHARGE_DETAILS[type] }) as unknown as Details;
