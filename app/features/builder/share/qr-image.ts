import { createQrPath, getQrSideLength, type QrCode } from '#app/components/utils/qr-code.ts';

const PNG_PIXELS = 1024;
/** Maximum share of the code's area. Level H restores up to 30% of the modules, which also covers other damage. */
const MAX_LOGO_AREA_RATIO = 0.07;
const MAX_LOGO_SIDE_RATIO = 0.4;
/** White modules around the logo, both sides together. */
const LOGO_MARGIN_MODULES = 2;

type Size = { width: number; height: number };
export type Rect = Size & { x: number; y: number };
/** Measured in modules including the quiet zone: the area without modules and the logo inside it. */
export type LogoLayout = { clearArea: Rect; logoArea: Rect };
export type QrStyle = { color: string; logo: { src: string; layout: LogoLayout } | null };

/** Centers the logo as large as possible. A code has an odd number of modules, so the cleared area must have one too. */
export function layoutLogo(code: QrCode, { width, height }: Size): LogoLayout {
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
export async function createQrSvg(code: QrCode, { color, logo }: QrStyle): Promise<Blob> {
  const side = getQrSideLength(code);
  const logoDataUrl = logo ? await fetchAsDataUrl(logo.src) : null;
  const { x, y, width, height } = logo?.layout.logoArea ?? { x: 0, y: 0, width: 0, height: 0 };
  const image = logoDataUrl
    ? `<image href="${logoDataUrl}" x="${x}" y="${y}" width="${width}" height="${height}"/>`
    : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="512" height="512" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="${color}" d="${createQrPath(code, logo?.layout.clearArea)}"/>${image}</svg>\n`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** Fetches an image of this site as a data URL. */
async function fetchAsDataUrl(src: string): Promise<string> {
  const response = await fetch(src);
  if (!response.ok) throw new Error('No logo');
  const blob = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error('No logo'));
    reader.readAsDataURL(blob);
  });
}

async function loadImage(src: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = src;
  await image.decode();
  return image;
}

/** Creates a PNG file with whole pixels per module, so that no edge is blurred. */
export async function createQrPng(code: QrCode, { color, logo }: QrStyle): Promise<Blob> {
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
