import { Download, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';

import { downloadBlob } from '#app/ui/download.ts';
import { Button } from '#app/ui/key.tsx';
import { createQrCode, createQrPath, getQrSideLength } from '#app/ui/qr-code.ts';
import { toast } from '#app/ui/toast.tsx';

import { validateColor, listColors } from './qr-ink.ts';
import { layoutLogo, createQrPng, createQrSvg, type QrStyle } from './qr-picture.ts';
import type { ShareTabProps } from './share-dialog.tsx';
import { SwitchField } from './switch-field.tsx';
import { useLogoSize } from './use-logo-size.ts';

const FAILED = { title: 'The picture could not be drawn', message: 'Take the code without its logo.' };

/** Downloads the image, or shows an error if it could not be created. */
const save = (image: Promise<Blob>, name: string): void =>
  void image.then(
    (blob) => downloadBlob(blob, name),
    () => toast(FAILED, { destructive: true }),
  );

type ChoicesProps = {
  accent: string;
  color: string;
  onColorChange: (color: string) => void;
  /** Null if the page has no logo. */
  logo: boolean | null;
  onLogo: (on: boolean) => void;
};

function Choices({ accent, color, onColorChange, logo, onLogo }: ChoicesProps) {
  const warning = validateColor(color);
  return (
    <div className="b-share-form">
      <fieldset className="b-choice field">
        <legend>Colour</legend>
        <div className="keys b-seg">
          {listColors(accent).map(({ label, value }) => (
            <label key={label}>
              <input type="radio" name="ink" checked={color === value} onChange={() => onColorChange(value)} />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {warning && (
        <p className="b-warn small" role="status">
          <TriangleAlert className="i" aria-hidden="true" />
          <span>{warning}</span>
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
export function ShareQr({ link, name, config }: ShareTabProps) {
  const accent = config?.accentColor ?? '#000000';
  const [color, setColor] = useState('#000000');
  const [showLogo, setShowLogo] = useState(false);
  const size = useLogoSize(config?.logo ?? null);
  const logoUrl = showLogo && size !== null && config?.logo;
  const code = useMemo(() => createQrCode(link, logoUrl ? 'H' : 'M'), [link, logoUrl]);
  const logoLayout = logoUrl ? layoutLogo(code, size) : null;
  const qrStyle: QrStyle = {
    color,
    logo: logoUrl && logoLayout ? { src: logoUrl, layout: logoLayout } : null,
  };
  const side = getQrSideLength(code);
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
        <path fill={color} d={createQrPath(code, logoLayout?.clearArea)} />
        {qrStyle.logo && <image href={qrStyle.logo.src} {...qrStyle.logo.layout.logoArea} />}
      </svg>
      <Choices
        accent={accent}
        color={color}
        onColorChange={setColor}
        logo={size ? showLogo : null}
        onLogo={setShowLogo}
      />
      <div className="dlg-keys">
        <Button onClick={() => save(createQrSvg(code, qrStyle), `${name}.svg`)}>
          <Download className="i" aria-hidden="true" />
          SVG
        </Button>
        <Button variant="primary" onClick={() => save(createQrPng(code, qrStyle), `${name}.png`)}>
          <Download className="i" aria-hidden="true" />
          PNG
        </Button>
      </div>
    </div>
  );
}
