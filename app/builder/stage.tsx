import { ExternalLink, Monitor, Smartphone, Tablet } from 'lucide-react';
import { useDeferredValue, useState } from 'react';

import { publicConfigOf, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { CheckoutPage } from '#app/checkout-page/checkout-page.tsx';
import { fontStylesheets } from '#app/checkout-page/fonts/fonts.ts';
import { CopyKey } from '#app/ui/copy-key.tsx';
import { keyClass } from '#app/ui/key.tsx';

import { useStageFit } from './use-stage-fit.ts';

const DEVICES = [
  { name: 'Desktop', width: 1200, Icon: Monitor },
  { name: 'Tablet', width: 768, Icon: Tablet },
  { name: 'Mobile', width: 375, Icon: Smartphone },
] as const;
type Device = (typeof DEVICES)[number];

/** A narrow screen looks at the page as its kind does. */
const firstDevice = (): Device => DEVICES[window.matchMedia('(width < 820px)').matches ? 2 : 0];

type HeadProps = { device: Device; onDevice: (device: Device) => void; scale: number; url: string | null };

const StageHead = ({ device, onDevice, scale, url }: HeadProps) => (
  <div className="b-stools">
    <div className="keys" role="group" aria-label="Preview width">
      {DEVICES.map((one) => (
        <button key={one.name} type="button" aria-pressed={one === device} onClick={() => onDevice(one)}>
          <one.Icon className="i" aria-hidden="true" />
          {one.name}
        </button>
      ))}
    </div>
    {url && <LiveAddress url={url} />}
    <p className="small muted num b-scale-text">
      {device.width} px at {Math.round(scale * 100)} %
    </p>
  </div>
);

/** Where buyers find the page. */
const LiveAddress = ({ url }: { url: string }) => (
  <div className="copy b-live" role="group" aria-label="Live address">
    <span title={url}>{url.replace(/^https?:\/\//, '')}</span>
    <CopyKey text={url} />
    <a
      className={keyClass('bare', 'sm', 'icon')}
      href={url}
      target="_blank"
      rel="noreferrer"
      aria-label="Open the live page"
    >
      <ExternalLink className="i" aria-hidden="true" />
    </a>
  </div>
);

type Props = { config: CheckoutPageConfig; sellerName: string | null; url: string | null };

/** The page as its buyers will see it, coming out of the slot. It is looked at, never used. */
export function Stage({ config, sellerName, url }: Props) {
  const [device, setDevice] = useState<Device>(firstDevice);
  const drawn = useDeferredValue(config);
  const { out, inner, scale, height, least } = useStageFit(device.width);
  const paper = device.width * scale;
  return (
    <section className="b-stage" aria-label="Live preview">
      <StageHead device={device} onDevice={setDevice} scale={scale} url={url} />
      <div className="b-well">
        <div className="b-slot" style={{ width: paper + (device === DEVICES[0] ? 32 : 56) }} />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys */}
        <div className="b-out" ref={out} role="region" aria-label="The page" tabIndex={0}>
          {fontStylesheets(drawn.fonts).map((href) => (
            <link key={href} rel="stylesheet" href={href} />
          ))}
          <div className="b-paper" inert style={{ width: paper, height }}>
            <div
              className="b-scale"
              ref={inner}
              style={{ width: device.width, minHeight: least, transform: `scale(${scale})` }}
            >
              <CheckoutPage config={publicConfigOf(drawn)} sellerName={sellerName} headingLevel={2} />
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
