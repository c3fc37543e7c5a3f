import path from 'node:path';

import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import type { Database } from '#server/db/client.ts';
import { isViolated } from '#server/invariants/check-invariants.ts';
import { queryRows, type BackupFixture } from '#server/testing-backups.ts';

import { restoreBackup } from './restore-backup.ts';

/** Restores both backups and checks rows, sequences and constraints. */
export async function expectRestored(backedUp: BackupFixture, database: Database): Promise<void> {
  const { app: shop, config, manifest, plainFile: open, encryptedFile: sealed } = backedUp;
  for (const file of [open, sealed]) {
    const restored = await restoreBackup(config, database, { file, replace: file === sealed });
    expect(restored.manifest.tables).toEqual(manifest.tables);
    expect(restored.findings.filter(isViolated)).toEqual([]);
    const orders = 'select product_name, number, email, created_at from orders';
    expect(await queryRows(database, orders)).toEqual(await queryRows(shop.context, orders));
    expect(await queryRows(database, 'select act, subject from audit_entries')).toContainEqual({
      act: 'backup_restored',
      subject: path.basename(file),
    });
    const isSequenceAhead = `select nextval('webhook_messages_position_seq') > max(position) as behind from webhook_messages`;
    expect(await queryRows(database, isSequenceAhead)).toEqual([{ isSequenceAhead: true }]);
    await expect(database.db.execute(sql`delete from pages`)).rejects.toThrow();
  }
}
