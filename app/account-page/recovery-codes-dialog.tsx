import { Download, Printer } from 'lucide-react';

import { CopyKey } from '#app/ui/copy-key.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { download } from '#app/ui/download.ts';
import { Key } from '#app/ui/key.tsx';
import { SITE } from '#content/site.ts';

import { recoverySheet } from './recovery-sheet.ts';

type Props = { codes: readonly string[]; email: string; onKept: () => void };

/** Shows new recovery codes once. Only the confirm button closes it, because they cannot be shown again. */
export function RecoveryCodesDialog({ codes, email, onKept }: Props) {
  const sheet = recoverySheet(codes, { site: SITE.name, email });
  const save = () =>
    download(new Blob([sheet], { type: 'text/plain' }), `${SITE.name.toLowerCase()}-recovery-codes.txt`);
  return (
    <Dialog
      title="Your recovery codes"
      about="Each opens your account once when your second step is lost. Keep them where you keep your papers: they are not shown again."
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
        <CopyKey text={codes.join('\n')} />
        <Key size="sm" onClick={save}>
          <Download className="i" aria-hidden="true" />
          Download
        </Key>
        <Key size="sm" onClick={() => window.print()}>
          <Printer className="i" aria-hidden="true" />
          Print
        </Key>
      </div>
      <div className="dlg-keys">
        <Key kind="primary" onClick={onKept}>
          I have kept them
        </Key>
      </div>
    </Dialog>
  );
}
