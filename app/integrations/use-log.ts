import { useCallback, useEffect, useRef } from 'react';

import { useAddress } from '#app/session/use-address.ts';
import { useAsked } from '#app/session/use-asked.ts';
import type { Calls } from '#domain/calls.ts';

import { isUnderWay } from './delivery-look.ts';
import { addressOf, changed, wishFrom, type DeliveryWish } from './delivery-wish.ts';
import { LOOK_EVERY_MS } from './look-pace.ts';

export const SHOWN = 50;

export type Pace = keyof typeof LOOK_EVERY_MS;

/** Params of the log in the URL. */
export function useDeliveryWish() {
  const [address, setAddress] = useAddress();
  const change = useCallback(
    (to: Partial<DeliveryWish>, replace = false) =>
      setAddress((last) => addressOf(changed(wishFrom(last), to)), { replace, preventScrollReset: true }),
    [setAddress],
  );
  return { wish: wishFrom(address), change };
}

const bodyOf = (endpointId: string, { state, event, cursor }: DeliveryWish) => ({
  endpointId,
  limit: SHOWN,
  ...(state && { state }),
  ...(event && { event }),
  ...(cursor && { cursor }),
});

type Log = {
  endpointId: string;
  wish: DeliveryWish;
  round: number;
  pace: Pace;
  onPace: (pace: Pace) => void;
};

/** Polls a page of the log, more often while deliveries are pending. */
export function useLog({ endpointId, wish, round, pace, onPace }: Log) {
  const asked = useAsked('list-webhook-deliveries', bodyOf(endpointId, wish), LOOK_EVERY_MS[pace]);
  const { answer, look } = asked;
  useEffect(() => {
    if (answer) onPace(paceOf(answer.deliveries));
  }, [answer, onPace]);
  const seen = useRef(round);
  useEffect(() => {
    if (seen.current === round) return;
    seen.current = round;
    look();
  }, [round, look]);
  return asked;
}

function paceOf(deliveries: Calls['list-webhook-deliveries']['answer']['deliveries']): Pace {
  const now = new Date();
  return deliveries.some((delivery) => isUnderWay(delivery, now)) ? 'quick' : 'calm';
}
