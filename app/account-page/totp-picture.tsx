import { CopyKey } from '#app/ui/copy-key.tsx';

type Props = { qr: string; secret: string; uri: string };

/** Groups of four characters, for typing. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** The TOTP secret as a QR code, as a link for this device, and as text. */
export function TotpPicture({ qr, secret, uri }: Props) {
  return (
    <div className="acc-totp">
      <a href={uri} aria-label="Open in an authenticator app on this device">
        <img src={qr} alt="QR code for your authenticator app" width={180} height={180} />
      </a>
      <div className="field">
        <span className="lab">Secret</span>
        <div className="copy">
          <span className="acc-secret">{grouped(secret)}</span>
          <CopyKey text={secret} />
        </div>
      </div>
    </div>
  );
}
