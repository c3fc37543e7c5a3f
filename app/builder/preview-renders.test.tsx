import { expect, onTestFinished, test, vi } from 'vitest';

import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { Preview } from './preview.tsx';

/** Minimal DOM node for React: keeps the tree structure and ignores everything else. */
class TinyNode {
  childNodes: TinyNode[] = [];
  parentNode: TinyNode | null = null;
  style = { setProperty: () => undefined };
  namespaceURI = 'http://www.w3.org/1999/xhtml';
  nodeValue = '';
  nodeType: number;
  nodeName: string;
  constructor(nodeType: number, nodeName: string) {
    this.nodeType = nodeType;
    this.nodeName = nodeName;
  }
  get tagName() {
    return this.nodeName;
  }
  get ownerDocument() {
    return tinyDocument;
  }
  get firstChild(): TinyNode | null {
    return this.childNodes[0] ?? null;
  }
  get lastChild(): TinyNode | null {
    return this.childNodes.at(-1) ?? null;
  }
  get nextSibling(): TinyNode | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }
  set textContent(text: string) {
    this.childNodes = [];
    this.nodeValue = text;
  }
  get textContent(): string {
    return this.nodeValue + this.childNodes.map((child) => child.textContent).join('');
  }
  insertBefore(child: TinyNode, before: TinyNode | null) {
    child.parentNode?.removeChild(child);
    const place = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(place, 0, child);
    child.parentNode = this;
    return child;
  }
  appendChild(child: TinyNode) {
    return this.insertBefore(child, null);
  }
  removeChild(child: TinyNode) {
    this.childNodes = this.childNodes.filter((one) => one !== child);
    child.parentNode = null;
    return child;
  }
  setAttribute() {}
  removeAttribute() {}
  addEventListener() {}
  removeEventListener() {}
  contains() {
    return false;
  }
}

const tinyDocument = Object.assign(new TinyNode(9, '#document'), {
  createElement: (name: string) => new TinyNode(1, name.toUpperCase()),
  createElementNS: (_: string, name: string) => new TinyNode(1, name),
  createTextNode: (text: string) => Object.assign(new TinyNode(3, '#text'), { nodeValue: text }),
  activeElement: null,
});

/** Imports React after the globals of a browser are stubbed, because React checks for them on import. */
async function browserWithReact() {
  const view = {
    document: tinyDocument,
    HTMLIFrameElement: class {},
    event: undefined,
    addEventListener() {},
  };
  Object.assign(tinyDocument, { defaultView: view });
  onTestFinished(() => void vi.unstubAllGlobals());
  const globals = { window: view, document: tinyDocument, IS_REACT_ACT_ENVIRONMENT: true };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const [{ createRoot }, { act }] = await Promise.all([import('react-dom/client'), import('react')]);
  return { createRoot, act };
}

const start: CheckoutPageConfig = {
  ...emptyConfig(),
  price: '29',
  features: ['One', 'Two'],
  enableCoupon: true,
  requireTerms: true,
};

/** Creates a config that counts renders: every render reads its accent color once. */
const notedPage = (productName: string, onDraw: () => void): CheckoutPageConfig =>
  Object.defineProperty({ ...start, productName }, 'accentColor', {
    enumerable: true,
    get: () => {
      onDraw();
      return '#2f6b3f';
    },
  });

test('renders the preview at most twice per keystroke and not for unrelated updates', async () => {
  const { createRoot, act } = await browserWithReact();
  let draws = 0;
  const noted = (name: string) => notedPage(name, () => (draws += 1));
  const container = new TinyNode(1, 'DIV');
  const root = createRoot(container as unknown as Element);
  const show = (config: CheckoutPageConfig, saves: number) =>
    act(async () =>
      root.render(
        <main title={`Saved ${saves} times`}>
          <Preview config={config} sellerName="Vane" state="open" />
        </main>,
      ),
    );
  await show(noted('First'), 0);
  expect(draws).toBe(1);

  for (const name of ['P', 'Po', 'Pot', 'Pots']) {
    draws = 0;
    await show(noted(name), 0);
    expect(container.textContent).toContain(name);
    expect(draws).toBeGreaterThan(0);
    expect(draws).toBeLessThanOrEqual(2);
  }
  const last = noted('Last');
  await show(last, 0);
  draws = 0;
  await show(last, 1);
  await show(last, 2);
  expect(draws).toBe(0);
});
