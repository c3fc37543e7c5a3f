import { Download } from 'lucide-react';
import { useMemo } from 'react';

import { Dialog } from '#app/ui/dialog.tsx';
import { Key } from '#app/ui/key.tsx';
import { qrCodeOf, qrPath, qrSide } from '#app/ui/qr-code.ts';
import { toast } from '#app/ui/toast.tsx';

import { download } from '#app/ui/download.ts';
import { qrPng, qrSvg } from './qr-picture.ts';

type Props = { url: string; name: string; onClose: () => void };

/** The live address for a poster, a label or a slide. */
export function QrDialog({ url, name, onClose }: Props) {
  const code = useMemo(() => qrCodeOf(url), [url]);
  const saveSvg = () => download(new Blob([qrSvg(code)], { type: 'image/svg+xml' }), `${name}.svg`);
  const savePng = () =>
    qrPng(code).then(
      (picture) => download(picture, `${name}.png`),
      () =>
        toast(
          { title: 'The picture could not be drawn', message: 'Take the SVG instead.' },
          { destructive: true },
        ),
    );
  return (
    <Dialog title="QR code of your page" onClose={onClose} focusFirst=".b-close">
      <svg
        className="b-qr"
        viewBox={`0 0 ${qrSide(code)} ${qrSide(code)}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={`QR code that opens ${url}`}
      >
        <path fill="#fff" d={`M0 0h${qrSide(code)}v${qrSide(code)}H0z`} />
        <path fill="#000" d={qrPath(code)} />
      </svg>
      <p className="receipt-type b-break">{url.replace(/^https?:\/\//, '')}</p>
      <div className="dlg-keys">
        <Key className="b-close" onClick={onClose}>
          Close
        </Key>
        <Key onClick={saveSvg}>
          <Download className="i" aria-hidden="true" />
          SVG
        </Key>
        <Key kind="primary" onClick={savePng}>
          <Download className="i" aria-hidden="true" />
          PNG
        </Key>
      </div>
    </Dialog>
  );
}
