import { Download, FileText } from 'lucide-react';

import { call } from '#app/session/call.ts';
import { download } from '#app/ui/download.ts';
import { Key } from '#app/ui/key.tsx';

import { AccountPart } from './account-part.tsx';
import { AccountRow } from './account-row.tsx';
import type { PartProps } from './use-account.ts';
import { useAct } from '#app/session/use-act.ts';

async function downloadAccount(): Promise<void> {
  const data = await call('export-account', {});
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  download(file, `tillwright-account-${new Date().toISOString().slice(0, 10)}.json`);
}

export function DataPart({ changed }: PartProps) {
  const { busy, run } = useAct();
  const get = async () => {
    const done = { title: 'Data downloaded', message: 'The file is with your downloads.' };
    if (await run(downloadAccount, { done, failed: 'The download failed' })) changed();
  };
  return (
    <AccountPart id="data">
      <ul className="sheet acc-list">
        <AccountRow
          Icon={FileText}
          name="Everything that we hold about you"
          facts="Profile, pages, orders, sessions and security events in one JSON file. Passwords and keys are not in it."
        >
          <Key size="sm" onClick={() => void get()} busy={busy && 'Collecting...'}>
            <Download className="i" aria-hidden="true" />
            Download
          </Key>
        </AccountRow>
      </ul>
    </AccountPart>
  );
}
