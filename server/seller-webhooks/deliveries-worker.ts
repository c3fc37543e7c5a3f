import { DELIVERIES_KEPT_DAYS } from '#domain/webhook-endpoint.ts';
import type { Context } from '#server/context.ts';
import {
  claimDeliveries,
  deleteOldMessages,
  hasDueDeliveries,
  type DueDelivery,
  type Room,
  type Wanted,
} from '#server/db/webhook-deliveries.ts';
import { openWorker, type Worker } from '#server/worker.ts';

import { knock } from './knock.ts';
import { noteKnock } from './note-knock.ts';

/** Longer than a knock can take. After it, others take what a dead process had taken. */
const LEASE_MS = 30_000;
/** On their way together; where nothing arrives has room of its own, so that it never takes the others'. */
const AT_ONCE: Room = { arriving: 48, failing: 16 };
/** The same for one endpoint. */
const EACH: Room = { arriving: 4, failing: 1 };
const SWEEP_EACH_MS = 3_600_000;
const SWEPT_AT_ONCE = 500;
const DAY_MS = 86_400_000;

/** Knocks at sellers' endpoints with what is due. A knock under way keeps nobody from being taken. */
export function openDeliveriesWorker(context: Context): Worker {
  const { db, log, mode, realNow } = context;
  const underWay = new Map<DueDelivery, Promise<void>>();
  let sweptAt = realNow().getTime();

  const wanted = (): Wanted => ({ mode, now: realNow(), each: EACH, ...roomLeft([...underWay.keys()]) });
  const isFull = ({ room }: Wanted) => room.arriving <= 0 && room.failing <= 0;

  function begin(delivery: DueDelivery): void {
    const work = knock(context, delivery)
      .then((knocked) => noteKnock(context, delivery, knocked))
      .catch((error: unknown) => log.error({ err: error, delivery: delivery.id }, 'a knock was not noted'))
      .finally(() => {
        underWay.delete(delivery);
        worker.ring();
      });
    underWay.set(delivery, work);
  }

  const worker = openWorker({
    name: 'deliveries',
    log,
    round: async () => {
      if (realNow().getTime() - sweptAt >= SWEEP_EACH_MS) {
        sweptAt = realNow().getTime();
        await sweepMessages(context);
      }
      const now = wanted();
      if (isFull(now)) return false;
      const taken = await claimDeliveries(db, now, new Date(now.now.getTime() + LEASE_MS));
      for (const delivery of taken) begin(delivery);
      return taken.length > 0;
    },
    isDue: async () => {
      const now = wanted();
      return !isFull(now) && hasDueDeliveries(db, now);
    },
  });

  async function settled(): Promise<void> {
    for (;;) {
      await worker.settled();
      if (underWay.size === 0) return;
      await Promise.race(underWay.values());
    }
  }

  async function close(): Promise<void> {
    await worker.close();
    await Promise.all(underWay.values());
  }
  return { ring: worker.ring, settled, close };
}

function roomLeft(underWay: readonly DueDelivery[]): Pick<Wanted, 'busy' | 'room'> {
  const busy = new Map<string, number>();
  for (const { endpointId } of underWay) busy.set(endpointId, (busy.get(endpointId) ?? 0) + 1);
  const failing = underWay.filter(({ isFailing }) => isFailing).length;
  const left = (all: number, taken: number) => Math.max(0, all - taken);
  return {
    busy,
    room: {
      arriving: left(AT_ONCE.arriving, underWay.length - failing),
      failing: left(AT_ONCE.failing, failing),
    },
  };
}

/** Forgets what the log goes back to no more. */
export async function sweepMessages({ db, realNow }: Context): Promise<void> {
  const before = new Date(realNow().getTime() - DELIVERIES_KEPT_DAYS * DAY_MS);
  while ((await deleteOldMessages(db, before, SWEPT_AT_ONCE)) === SWEPT_AT_ONCE);
}
