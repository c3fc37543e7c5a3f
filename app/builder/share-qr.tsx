import { Download, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';

import { download } from '#app/ui/download.ts';
import { Key } from '#app/ui/key.tsx';
import { qrCodeOf, qrPath, qrSide } from '#app/ui/qr-code.ts';
import { toast } from '#app/ui/toast.tsx';

import { inkProblem, inksOf } from './qr-ink.ts';
import { logoPlaceOf, qrPng, qrSvg, type QrLook } from './qr-picture.ts';
import type { SharePart } from './share-dialog.tsx';
import { SwitchField } from './switch-field.tsx';
import { useLogoSize } from './use-logo-size.ts';

const FAILED = { title: 'The picture could not be drawn', message: 'Take the code without its logo.' };

/** Downloads the image, or shows an error if it could not be created. */
const save = (draw: Promise<Blob>, name: string): void =>
  void draw.then(
    (picture) => download(picture, name),
    () => toast(FAILED, { destructive: true }),
  );

type ChoicesProps = {
  accent: string;
  ink: string;
  onInk: (ink: string) => void;
  /** Null if the page has no logo. */
  logo: boolean | null;
  onLogo: (on: boolean) => void;
};

function Choices({ accent, ink, onInk, logo, onLogo }: ChoicesProps) {
  const problem = inkProblem(ink);
  return (
    <div className="b-share-form">
      <fieldset className="b-choice field">
        <legend>Colour</legend>
        <div className="keys b-seg">
          {inksOf(accent).map(({ label, value }) => (
            <label key={label}>
              <input type="radio" name="ink" checked={ink === value} onChange={() => onInk(value)} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {problem && (
        <p className="b-warn small" role="status">
          <TriangleAlert className="i" aria-hidden="true" />
          <span>{problem}</span>
        </p>
      )}
      {logo !== null && (
        <SwitchField
          id="qr-logo"
          label="Your logo in the middle"
          hint="The code is drawn denser then, so that it can still be read."
          checked={logo}
          onChange={onLogo}
        />
      )}
      <p className="muted small">
        SVG for print at any size, PNG for screens. Print it at least 2 cm wide, with the white around it.
      </p>
    </div>
  );
}

/** The link as a QR code for posters, labels and slides. */
export function ShareQr({ link, name, config }: SharePart) {
  const accent = config?.accentColor ?? '#000000';
  const [ink, setInk] = useState('#000000');
  const [wanted, setWanted] = useState(false);
  const size = useLogoSize(config?.logo ?? null);
  const withLogo = wanted && size !== null && config?.logo;
  const code = useMemo(() => qrCodeOf(link, withLogo ? 'H' : 'M'), [link, withLogo]);
  const place = withLogo ? logoPlaceOf(code, size) : null;
  const look: QrLook = { ink, logo: withLogo && place ? { src: withLogo, place } : null };
  const side = qrSide(code);
  return (
    <div className="b-share-qr">
      <svg
        className="b-qr"
        viewBox={`0 0 ${side} ${side}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={`QR code that opens ${link}`}
      >
        <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
        <path fill={ink} d={qrPath(code, place?.clear)} />
        {look.logo && <image href={look.logo.src} {...look.logo.place.picture} />}
      </svg>
      <Choices accent={accent} ink={ink} onInk={setInk} logo={size ? wanted : null} onLogo={setWanted} />
      <div className="dlg-keys">
        <Key onClick={() => save(qrSvg(code, look), `${name}.svg`)}>
          <Download className="i" aria-hidden="true" />
          SVG
        </Key>
        <Key kind="primary" onClick={() => save(qrPng(code, look), `${name}.png`)}>
          <Download className="i" aria-hidden="true" />
          PNG
        </Key>
      </div>
    </div>
  );
}
