import { SESSION_IDLE_DAYS } from '#domain/account.ts';
import { audit } from '#server/audit/audit.ts';
import {
  listSealedTexts,
  SEALED_PLACES,
  updateSealedTexts,
  type SealedPlace,
} from '#server/db/sealed-texts.ts';

import type { OperatorAct, OperatorContext } from './operator-act.ts';

const AT_A_TIME = 500;

/**
 * Reseals all texts of AUTH_SECRET_ALSO or of earlier versions with the current AUTH_SECRET and their cell: after a change
 * of AUTH_SECRET, and after the update that binds texts to their cells.
 */
export const tellReseal: OperatorAct = async (context) => {
  const resealed = new Map<string, number>();
  let unreadable = 0;
  for (const place of SEALED_PLACES) {
    const done = await resealPlace(context, place);
    resealed.set(place.what, (resealed.get(place.what) ?? 0) + done.resealed);
    unreadable += done.unreadable;
  }
  const all = [...resealed.values()].reduce((sum, count) => sum + count, 0);
  const facts = { resealed: all, unreadable };
  await audit(context, context.db, { actor: 'operator', act: 'secrets_resealed', subject: 'shop', facts });
  const parts = [...resealed].flatMap(([what, count]) => (count > 0 ? `${what} ${count}` : []));
  const text = [
    `Sealed anew: ${all}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}.`,
    unreadable > 0
      ? `Of neither secret, and as they were: ${unreadable}. Was there another one before?`
      : null,
    all > 0 ? 'Run this again until nothing is left.' : doneText(context),
  ];
  return { text: text.filter((line) => line !== null).join('\n'), good: unreadable === 0 };
};

const doneText = ({ config }: OperatorContext): string =>
  config.authSecretAlso === null ? ALL_CURRENT : WHEN_IT_MAY_GO;

const ALL_CURRENT =
  'Everything readable is sealed with AUTH_SECRET for its own row. After a change of AUTH_SECRET, set AUTH_SECRET_ALSO to the former one first.';

const WHEN_IT_MAY_GO = `Nothing needs AUTH_SECRET_ALSO to be opened. It may go once every process has the new AUTH_SECRET, and best after ${SESSION_IDLE_DAYS} days: whatever was not used until then ends with it (sessions, keys of programs, recovery codes made before the change).`;

/** Reseals a column in batches by key; concurrent writes already use the current secret. */
async function resealPlace({ db, secrets }: OperatorContext, place: SealedPlace) {
  const done = { resealed: 0, unreadable: 0 };
  for (let after: string | null = null; ;) {
    const texts = await listSealedTexts(db, place, after, AT_A_TIME);
    const due = texts.flatMap(({ key, text }) => {
      try {
        const fresh = secrets.reseal(text, place.cell(key));
        return fresh === null ? [] : [{ key, text, fresh }];
      } catch {
        done.unreadable += 1;
        return [];
      }
    });
    done.resealed += await updateSealedTexts(db, place, due);
    if (texts.length < AT_A_TIME) return done;
    after = texts.at(-1)?.key ?? null;
  }
}
