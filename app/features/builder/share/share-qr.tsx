import { useQuery } from '@tanstack/react-query';
import { Download, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { toast } from '#app/components/toast.tsx';
import { downloadBlob } from '#app/components/utils/download-blob.ts';
import { createQrCode, createQrPath, getQrSideLength, type QrCode } from '#app/components/utils/qr-code.ts';
import { fetchAsDataUrl } from '#app/lib/data-url.ts';
import { builderShareMessages } from '#content/messages/builder-share.ts';
import { createAccentShades, contrastRatio } from '#domain/accent-color.ts';

import { SegmentedControl } from '../fields/segmented-control.tsx';
import { SwitchField } from '../fields/switch-field.tsx';
import type { ShareTabProps } from './share-dialog.tsx';

const messages = builderShareMessages.qr;
const PNG_PIXELS = 1024;
/** Maximum share of the code's area. Level H restores up to 30% of the modules, which also covers other damage. */
const MAX_LOGO_AREA_RATIO = 0.07;
const MAX_LOGO_SIDE_RATIO = 0.4;
/** White modules around the logo, both sides together. */
const LOGO_MARGIN_MODULES = 2;

type Size = { width: number; height: number };
type Rect = Size & { x: number; y: number };
/** Measured in modules including the quiet zone: the area without modules and the logo inside it. */
type LogoLayout = { clearArea: Rect; logoArea: Rect };
type QrStyle = { color: string; logo: { src: string; layout: LogoLayout } | null };

/** Centers the logo as large as possible. A code has an odd number of modules, so the cleared area must have one too. */
function layoutLogo(code: QrCode, { width, height }: Size): LogoLayout {
  const aspectRatio = width / height;
  const maxSide = MAX_LOGO_SIDE_RATIO * code.length;
  const logoWidth = Math.min(
    maxSide,
    Math.sqrt(MAX_LOGO_AREA_RATIO * aspectRatio) * code.length,
    maxSide * aspectRatio,
  );
  const toOddModules = (modules: number) => Math.max(5, 2 * Math.floor((modules - 1) / 2) + 1);
  const clearSize = { width: toOddModules(logoWidth), height: toOddModules(logoWidth / aspectRatio) };
  const side = getQrSideLength(code);
  const clearArea = { ...clearSize, x: (side - clearSize.width) / 2, y: (side - clearSize.height) / 2 };
  const [innerWidth, innerHeight] = [clearSize.width - LOGO_MARGIN_MODULES, clearSize.height - LOGO_MARGIN_MODULES];
  const scale = Math.min(innerWidth / width, innerHeight / height);
  const logoSize = { width: width * scale, height: height * scale };
  const logoArea = { ...logoSize, x: (side - logoSize.width) / 2, y: (side - logoSize.height) / 2 };
  return { clearArea, logoArea };
}

/** Creates an SVG file with the logo embedded. */
async function createQrSvg(code: QrCode, { color, logo }: QrStyle): Promise<Blob> {
  const side = getQrSideLength(code);
  const logoDataUrl = logo ? await fetchAsDataUrl(logo.src) : null;
  const { x, y, width, height } = logo?.layout.logoArea ?? { x: 0, y: 0, width: 0, height: 0 };
  const image = logoDataUrl
    ? `<image href="${logoDataUrl}" x="${x}" y="${y}" width="${width}" height="${height}"/>`
    : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="512" height="512" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="${color}" d="${createQrPath(code, logo?.layout.clearArea)}"/>${image}</svg>\n`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

async function loadImage(src: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return image;
}

/** Creates a PNG file with whole pixels per module, so that no edge is blurred. */
async function createQrPng(code: QrCode, { color, logo }: QrStyle): Promise<Blob> {
  const side = getQrSideLength(code);
  const modulePixels = Math.max(1, Math.floor(PNG_PIXELS / side));
  const canvas = document.createElement('canvas');
  canvas.width = side * modulePixels;
  canvas.height = side * modulePixels;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(modulePixels, modulePixels);
  context.fillStyle = color;
  context.fill(new Path2D(createQrPath(code, logo?.layout.clearArea)));
  if (logo) {
    const { x, y, width, height } = logo.layout.logoArea;
    context.drawImage(await loadImage(logo.src), x, y, width, height);
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/png'),
  );
}

/** Returns the pixel size of an image once it is loaded; null before and without an image. */
function useLogoSize(src: string | null): Size | null {
  const { data } = useQuery({
    queryKey: ['logo-size', src],
    queryFn: async () => {
      const { naturalWidth: width, naturalHeight: height } = await loadImage(src ?? '');
      return { width, height };
    },
    enabled: src !== null,
  });
  return data && data.width > 0 && data.height > 0 ? data : null;
}

const BLACK = '#000000';
const WHITE = '#ffffff';
/** Minimum contrast of dark modules on white; below it some phones cannot scan the code in poor light. */
const MIN_CONTRAST = 4.5;

/** Returns the colors of a QR code: black, the accent and, if the accent is too light, its nearest readable shade. */
function listColors(accent: string): { label: string; value: string }[] {
  const readable = createAccentShades(accent).text;
  return [
    { label: messages.colors.black, value: BLACK },
    { label: messages.colors.accent, value: accent },
    ...(contrastRatio(accent, WHITE) < MIN_CONTRAST ? [{ label: messages.colors.darkerAccent, value: readable }] : []),
  ];
}

/** Returns why a code in this color may be unreadable; null if it is readable. */
function validateColor(color: string): string | null {
  const contrast = contrastRatio(color, WHITE);
  if (contrast >= MIN_CONTRAST) return null;
  return messages.lowContrast({
    contrast: (Math.floor(contrast * 10) / 10).toFixed(1),
    minimum: String(MIN_CONTRAST),
  });
}

/** Downloads the image, or shows an error if it could not be created. */
const save = (image: Promise<Blob>, name: string): void =>
  void image.then(
    (blob) => downloadBlob(blob, name),
    () => toast(messages.error, { destructive: true }),
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
    <div className="share-dialog__form">
      <SegmentedControl
        legend={messages.color}
        name="ink"
        value={color}
        options={listColors(accent)}
        onChange={onColorChange}
      />
      {warning && (
        <p className="warning-note small" role="status">
          <TriangleAlert className="i" aria-hidden="true" />
          <span>{warning}</span>
        </p>
      )}
      {logo !== null && <SwitchField id="qr-logo" {...messages.logo} checked={logo} onChange={onLogo} />}
      <p className="muted small">{messages.printing}</p>
    </div>
  );
}

/** The link as a QR code for posters, labels and slides. */
export function ShareQr({ link, name, config }: ShareTabProps) {
  const accent = config?.accentColor ?? BLACK;
  const [color, setColor] = useState(BLACK);
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
    <div className="share-dialog__qr">
      <svg
        className="qr-code"
        viewBox={`0 0 ${side} ${side}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={messages.label({ link })}
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
      <div className="dialog__actions">
        <Button Icon={Download} onClick={() => save(createQrSvg(code, qrStyle), `${name}.svg`)}>
          {messages.svg}
        </Button>
        <Button Icon={Download} variant="primary" onClick={() => save(createQrPng(code, qrStyle), `${name}.png`)}>
          {messages.png}
        </Button>
      </div>
    </div>
  );
}
