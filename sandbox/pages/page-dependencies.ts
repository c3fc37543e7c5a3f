import type { CallContext } from '../core/call-context.ts';
import type { ConditionsControl } from '../core/conditions.ts';
import type { DeliveryFaultsControl } from '../core/delivery-faults.ts';
import type { ObjectName } from '../core/objects.ts';

/** Dependencies of the hosted pages. Each transaction runs on one account. */
export type PageDependencies = {
  inTransaction: <T>(account: string, work: (call: CallContext) => T) => T;
  findAccountOf: (type: ObjectName, id: string) => string | undefined;
  origin: string;
  now: () => Date;
  clock: { now: () => Date; moveTo: (to: Date) => void };
  deliveryFaults: DeliveryFaultsControl;
  conditions: ConditionsControl;
  /** True when /sandbox/receiver is mounted. */
  hasReceiver: boolean;
};

/** Reads the text fields of a posted form, at most 2,000 characters each; a body of another type yields none. */
export const readFields = async (request: {
  parseBody: () => Promise<Record<string, unknown>>;
}): Promise<Record<string, string>> => {
  const body = await request.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.slice(0, 2000)]] : [])),
  );
};
