import path from 'node:path';

import { sql } from 'drizzle-orm';
import { expect } from 'vitest';

import type { Database } from '#server/db/client.ts';
import { isBroken } from '#server/invariants/check-invariants.ts';
import { rowsIn, type BackedUp } from '#server/testing-backups.ts';

import { restoreBackup } from './restore-backup.ts';

/** Restores both backups and checks rows, sequences and constraints. */
export async function expectRestored(backedUp: BackedUp, database: Database): Promise<void> {
  const { shop, config, manifest, open, sealed } = backedUp;
  for (const file of [open, sealed]) {
    const restored = await restoreBackup(config, database, { file, replace: file === sealed });
    expect(restored.manifest.tables).toEqual(manifest.tables);
    expect(restored.findings.filter(isBroken)).toEqual([]);
    const orders = 'select product_name, number, email, created_at from orders';
    expect(await rowsIn(database, orders)).toEqual(await rowsIn(shop.context, orders));
    expect(await rowsIn(database, 'select act, subject from audit_entries')).toContainEqual({
      act: 'backup_restored',
      subject: path.basename(file),
    });
    const behind = `select nextval('webhook_messages_position_seq') > max(position) as behind from webhook_messages`;
    expect(await rowsIn(database, behind)).toEqual([{ behind: true }]);
    await expect(database.db.execute(sql`delete from pages`)).rejects.toThrow();
  }
}
