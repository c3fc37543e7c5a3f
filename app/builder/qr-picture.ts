import { qrPath, qrSide, type QrCode } from '#app/ui/qr-code.ts';

const PNG_PIXELS = 1024;

export function qrSvg(code: QrCode): string {
  const side = qrSide(code);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="512" height="512" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${qrPath(code)}"/></svg>\n`;
}

/** Whole pixels for each module, so that none is blurred. */
export function qrPng(code: QrCode): Promise<Blob> {
  const side = qrSide(code);
  const unit = Math.max(1, Math.floor(PNG_PIXELS / side));
  const canvas = document.createElement('canvas');
  canvas.width = side * unit;
  canvas.height = side * unit;
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.reject(new Error('No canvas'));
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(unit, unit);
  pen.fillStyle = '#000';
  pen.fill(new Path2D(qrPath(code)));
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/png'),
  );
}
