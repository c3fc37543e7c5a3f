import { Download, TriangleAlert } from 'lucide-react';
import { useMemo, useState, useEffect } from 'react';

import { Button } from '#app/components/button.tsx';
import { toast } from '#app/components/toast.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { createQrCode, createQrPath, getQrSideLength } from '#app/components/utils/qr-code.ts';
import { createAccentShades, contrastRatio } from '#domain/accent-color.ts';

import { SwitchField } from '../fields/switch-field.tsx';
import { layoutLogo, createQrPng, createQrSvg, type QrStyle } from './qr-image.ts';
import type { ShareTabProps } from './share-dialog.tsx';

/** Returns the pixel size of an image once it is loaded; null before and without an image. */
function useLogoSize(src: string | null): { width: number; height: number } | null {
  const [size, setSize] = useState<{ src: string; width: number; height: number } | null>(null);
  useEffect(() => {
    if (!src) return undefined;
    const image = new Image();
    image.onload = () => setSize({ src, width: image.naturalWidth, height: image.naturalHeight });
    image.src = src;
    return () => {
      image.onload = null;
    };
  }, [src]);
  return size && size.src === src && size.width > 0 && size.height > 0 ? size : null;
}

const BLACK = '#000000';
const WHITE = '#ffffff';
/** Minimum contrast of dark modules on white; below it some phones cannot scan the code in poor light. */
const MIN_CONTRAST = 4.5;

/** Returns the colors of a QR code: black, the accent and, if the accent is too light, its nearest readable shade. */
function listColors(accent: string): { label: string; value: string }[] {
  const readable = createAccentShades(accent).text;
  return [
    { label: 'Black', value: BLACK },
    { label: 'Accent', value: accent },
    ...(contrastRatio(accent, WHITE) < MIN_CONTRAST ? [{ label: 'Accent, darker', value: readable }] : []),
  ];
}

/** Returns why a code in this color may be unreadable; null if it is readable. */
function validateColor(color: string): string | null {
  const contrast = contrastRatio(color, WHITE);
  if (contrast >= MIN_CONTRAST) return null;
  return `Too light: ${(Math.floor(contrast * 10) / 10).toFixed(1)} to 1 against white, and readers want ${MIN_CONTRAST} to 1. Some phones will not read it.`;
}

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
        <Button Icon={Download} onClick={() => save(createQrSvg(code, qrStyle), `${name}.svg`)}>
          SVG
        </Button>
        <Button Icon={Download} variant="primary" onClick={() => save(createQrPng(code, qrStyle), `${name}.png`)}>
          PNG
        </Button>
      </div>
    </div>
  );
}
