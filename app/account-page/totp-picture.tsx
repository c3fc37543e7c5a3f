import { CopyButton } from '#app/ui/copy-key.tsx';

type Props = { qrCodeUrl: string; secret: string; uri: string };

/** Groups of four characters, for typing. */
const formatSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** The TOTP secret as a QR code, as a link for this device, and as text. */
export function TotpSetup({ qrCodeUrl, secret, uri }: Props) {
  return (
    <div className="acc-totp">
      <a href={uri} aria-label="Open in an authenticator app on this device">
        <img src={qrCodeUrl} alt="QR code for your authenticator app" width={180} height={180} />
      </a>
      <div className="field">
        <span className="lab">Secret</span>
        <div className="copy">
          <span className="acc-secret">{formatSecret(secret)}</span>
          <CopyButton text={secret} />
        </div>
      </div>
    </div>
  );
}
