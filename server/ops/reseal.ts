import { SESSION_IDLE_DAYS } from '#domain/account.ts';
import {
  listSealedTexts,
  SEALED_COLUMNS,
  updateSealedTexts,
  type SealedColumn,
} from '#server/ops/queries/sealed-columns.ts';

import { recordAudit } from '../audit/record-audit.ts';
import type { OperatorCommand, OperatorContext } from './operator-command.ts';

const BATCH_SIZE = 500;

/**
 * Reseals all texts of AUTH_SECRET_ALSO or of earlier versions with the current AUTH_SECRET and their cell: after a change
 * of AUTH_SECRET, and after the update that binds texts to their cells.
 */
export const runReseal: OperatorCommand = async (context) => {
  const resealed = new Map<string, number>();
  let unreadable = 0;
  for (const column of SEALED_COLUMNS) {
    const result = await resealColumn(context, column);
    resealed.set(column.label, (resealed.get(column.label) ?? 0) + result.resealed);
    unreadable += result.unreadable;
  }
  const total = [...resealed.values()].reduce((sum, count) => sum + count, 0);
  const facts = { resealed: total, unreadable };
  await recordAudit(context, context.db, {
    actor: 'operator',
    action: 'secrets_resealed',
    subject: 'system',
    facts,
  });
  const countsByLabel = [...resealed].flatMap(([what, count]) => (count > 0 ? `${what} ${count}` : []));
  const text = [
    `Encrypted again: ${total}${countsByLabel.length > 0 ? ` (${countsByLabel.join(', ')})` : ''}.`,
    unreadable > 0
      ? `Not readable with either secret, and unchanged: ${unreadable}. If there was another AUTH_SECRET before, set AUTH_SECRET_ALSO to it and run this again.`
      : null,
    total > 0 ? 'Run npm run reseal again until nothing is left.' : doneText(context),
  ];
  return { text: text.filter((line) => line !== null).join('\n'), good: unreadable === 0 };
};

const doneText = ({ config }: OperatorContext): string =>
  config.alternateAuthSecret === null ? ALL_CURRENT_TEXT : REMOVAL_TEXT;

const ALL_CURRENT_TEXT =
  'Everything readable is encrypted with AUTH_SECRET. If you have changed AUTH_SECRET, set AUTH_SECRET_ALSO to the previous secret and run this again.';

const REMOVAL_TEXT = `Nothing is encrypted with AUTH_SECRET_ALSO anymore. You can remove it once every process has the new AUTH_SECRET, ideally after ${SESSION_IDLE_DAYS} days: sessions, API keys, and recovery codes from before the change that haven’t been used by then stop working.`;

/** Reseals a column in batches by key; concurrent writes already use the current secret. */
async function resealColumn({ db, secrets }: OperatorContext, column: SealedColumn) {
  const result = { resealed: 0, unreadable: 0 };
  for (let after: string | null = null; ;) {
    const texts = await listSealedTexts(db, column, after, BATCH_SIZE);
    const due = texts.flatMap(({ key, text, scope }) => {
      try {
        const cell = column.cell(key);
        const fresh = secrets.reseal(text, cell);
        if (fresh === null) return [];
        const plainText = secrets.unseal(fresh, cell);
        const hash = secrets.hash(column.hashed?.toText(scope, plainText) ?? plainText);
        return [{ key, text, fresh, hash }];
      } catch {
        result.unreadable += 1;
        return [];
      }
    });
    result.resealed += await updateSealedTexts(db, column, due);
    if (texts.length < BATCH_SIZE) return result;
    after = texts.at(-1)?.key ?? null;
  }
}
