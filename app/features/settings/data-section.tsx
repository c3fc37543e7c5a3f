import { Download, FileText } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useAction } from '#app/lib/rpc/use-rpc-mutation.ts';

import { SettingsSection, SettingsRow } from './settings-section.tsx';
import type { SectionProps } from './use-account.ts';

async function downloadAccount(): Promise<void> {
  const data = await callRpc('export-account', {});
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  downloadBlob(file, `tillwright-account-${new Date().toISOString().slice(0, 10)}.json`);
}

export function DataSection({ refresh }: SectionProps) {
  const { busy, run } = useAction(downloadAccount, {
    success: { title: 'Data downloaded', message: 'The file is with your downloads.' },
    failureTitle: 'The download failed',
    onSuccess: refresh,
  });
  return (
    <SettingsSection id="data">
      <ul className="sheet acc-list">
        <SettingsRow
          Icon={FileText}
          name="Everything that we hold about you"
          details="Profile, pages, orders, sessions and security events in one JSON file. Passwords and keys are not in it."
        >
          <Button size="sm" onClick={() => void run()} busyLabel={busy && 'Collecting...'}>
            <Download className="i" aria-hidden="true" />
            Download
          </Button>
        </SettingsRow>
      </ul>
    </SettingsSection>
  );
}
