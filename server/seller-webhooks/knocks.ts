import type { Context } from '#server/context.ts';
import type { DueDelivery, Room, Wanted } from '#server/db/webhook-deliveries.ts';
import { withinTime } from '#server/within-time.ts';

import { knock } from './knock.ts';
import { noteKnock } from './note-knock.ts';

/** Concurrent deliveries. Failing endpoints have slots of their own and never use those of the others. */
const AT_ONCE: Room = { arriving: 48, failing: 16 };
/** The same limits for one endpoint. */
const EACH: Room = { arriving: 4, failing: 1 };

/** Longer than any delivery attempt that ends by itself. */
const PATIENCE_MS = 20_000;

/** Deliveries that this process has claimed and not recorded yet. */
export type Knocks = {
  begin: (delivery: DueDelivery) => void;
  /** Number of free slots; null if there are none. */
  room: () => Pick<Wanted, 'busy' | 'each' | 'room'> | null;
  /** Number of deliveries in flight and of finished ones. */
  count: () => { underWay: number; ended: number };
  /** Resolves when one delivery in flight has ended, or at once if there is none. */
  oneEnded: () => Promise<void>;
  allEnded: () => Promise<void>;
};

export function openKnocks(context: Context, onEnd: () => void): Knocks {
  const underWay = new Map<DueDelivery, Promise<void>>();
  let ended = 0;

  async function run(delivery: DueDelivery): Promise<void> {
    try {
      await noteKnock(context, delivery, await withinTime(PATIENCE_MS, knock(context, delivery)));
    } catch (error) {
      // The lease expires and the delivery is tried again.
      context.log.error({ err: error, delivery: delivery.id }, 'a knock was not noted');
    }
    underWay.delete(delivery);
    ended += 1;
    onEnd();
  }

  return {
    begin: (delivery) => void underWay.set(delivery, run(delivery)),
    room: () => roomBeside([...underWay.keys()]),
    count: () => ({ underWay: underWay.size, ended }),
    oneEnded: async () => {
      if (underWay.size > 0) await Promise.race(underWay.values());
    },
    allEnded: async () => void (await Promise.all(underWay.values())),
  };
}

function roomBeside(underWay: readonly DueDelivery[]): ReturnType<Knocks['room']> {
  const busy = new Map<string, number>();
  for (const { endpointId } of underWay) busy.set(endpointId, (busy.get(endpointId) ?? 0) + 1);
  const failing = underWay.filter(({ isFailing }) => isFailing).length;
  const room = {
    arriving: AT_ONCE.arriving - (underWay.length - failing),
    failing: AT_ONCE.failing - failing,
  };
  return room.arriving + room.failing === 0 ? null : { busy, each: EACH, room };
}
