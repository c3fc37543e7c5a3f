import { qrPath, qrSide, type QrCode } from '#app/ui/qr-code.ts';

const PNG_PIXELS = 1024;
/** Maximum share of the code's area. Level H restores up to 30% of the modules, which also covers other damage. */
const LOGO_SHARE = 0.07;
const LOGO_WIDEST = 0.4;
/** White modules around the logo, both sides together. */
const LOGO_MARGIN = 2;

type Size = { width: number; height: number };
export type Box = Size & { x: number; y: number };
/** Measured in modules including the quiet zone: the area without modules and the logo inside it. */
export type LogoPlace = { clear: Box; picture: Box };
export type QrLook = { ink: string; logo: { src: string; place: LogoPlace } | null };

/** Centers the logo as large as possible. A code has an odd number of modules, so the cleared area must have one too. */
export function logoPlaceOf(code: QrCode, { width, height }: Size): LogoPlace {
  const shape = width / height;
  const most = LOGO_WIDEST * code.length;
  const wide = Math.min(most, Math.sqrt(LOGO_SHARE * shape) * code.length, most * shape);
  const odd = (modules: number) => Math.max(5, 2 * Math.floor((modules - 1) / 2) + 1);
  const box = { width: odd(wide), height: odd(wide / shape) };
  const side = qrSide(code);
  const clear = { ...box, x: (side - box.width) / 2, y: (side - box.height) / 2 };
  const [innerWidth, innerHeight] = [box.width - LOGO_MARGIN, box.height - LOGO_MARGIN];
  const scale = Math.min(innerWidth / width, innerHeight / height);
  const drawn = { width: width * scale, height: height * scale };
  const picture = { ...drawn, x: (side - drawn.width) / 2, y: (side - drawn.height) / 2 };
  return { clear, picture };
}

/** Creates an SVG file with the logo embedded. */
export async function qrSvg(code: QrCode, { ink, logo }: QrLook): Promise<Blob> {
  const side = qrSide(code);
  const picture = logo ? await inside(logo.src) : null;
  const { x, y, width, height } = logo?.place.picture ?? { x: 0, y: 0, width: 0, height: 0 };
  const image = picture
    ? `<image href="${picture}" x="${x}" y="${y}" width="${width}" height="${height}"/>`
    : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="512" height="512" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="${ink}" d="${qrPath(code, logo?.place.clear)}"/>${image}</svg>\n`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

/** Fetches an image of this site as a data URL. */
async function inside(src: string): Promise<string> {
  const answer = await fetch(src);
  if (!answer.ok) throw new Error('No logo');
  const picture = await answer.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error('No logo'));
    reader.readAsDataURL(picture);
  });
}

async function pictureOf(src: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = src;
  await picture.decode();
  return picture;
}

/** Creates a PNG file with whole pixels per module, so that no edge is blurred. */
export async function qrPng(code: QrCode, { ink, logo }: QrLook): Promise<Blob> {
  const side = qrSide(code);
  const unit = Math.max(1, Math.floor(PNG_PIXELS / side));
  const canvas = document.createElement('canvas');
  canvas.width = side * unit;
  canvas.height = side * unit;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('No canvas');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(unit, unit);
  pen.fillStyle = ink;
  pen.fill(new Path2D(qrPath(code, logo?.place.clear)));
  if (logo) {
    const { x, y, width, height } = logo.place.picture;
    pen.drawImage(await pictureOf(logo.src), x, y, width, height);
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/png'),
  );
}
