import { Download, Printer } from 'lucide-react';

import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { SITE } from '#content/site.ts';

type RecoveryCodesOwner = { siteName: string; email: string };

/** Formats the codes as a text file that says what they are for. */
const formatRecoveryCodes = (codes: readonly string[], { siteName, email }: RecoveryCodesOwner): string =>
  [
    `${siteName} recovery codes for ${email}`,
    '',
    ...codes,
    '',
    'Each code opens the account once, in place of the second step.',
    '',
  ].join('\n');

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
        <Button Icon={Download} size="sm" onClick={downloadCodes}>
          Download
        </Button>
        <Button Icon={Printer} size="sm" onClick={() => window.print()}>
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
