import { Download, Printer } from 'lucide-react';

import { CopyButton } from '#app/ui/copy-key.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { downloadBlob } from '#app/ui/download.ts';
import { Button } from '#app/ui/key.tsx';
import { SITE } from '#content/site.ts';

import { formatRecoveryCodes } from './recovery-sheet.ts';

type Props = { codes: readonly string[]; email: string; onConfirmed: () => void };

/** Shows new recovery codes once. Only the confirm button closes it, because they cannot be shown again. */
export function RecoveryCodesDialog({ codes, email, onConfirmed }: Props) {
  const fileText = formatRecoveryCodes(codes, { siteName: SITE.name, email });
  const downloadCodes = () =>
    downloadBlob(new Blob([fileText], { type: 'text/plain' }), `${SITE.name.toLowerCase()}-recovery-codes.txt`);
  return (
    <Dialog
      title="Your recovery codes"
      description="Each opens your account once when your second step is lost. Keep them where you keep your papers: they are not shown again."
      className="dlg acc-codes-dlg"
    >
      <p className="acc-on-paper">
        {SITE.name}, {email}
      </p>
      <ol className="acc-codes receipt-type" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="acc-codes-keys">
        <CopyButton text={codes.join('\n')} />
        <Button size="sm" onClick={downloadCodes}>
          <Download className="i" aria-hidden="true" />
          Download
        </Button>
        <Button size="sm" onClick={() => window.print()}>
          <Printer className="i" aria-hidden="true" />
          Print
        </Button>
      </div>
      <div className="dlg-keys">
        <Button variant="primary" onClick={onConfirmed}>
          I have kept them
        </Button>
      </div>
    </Dialog>
  );
}
