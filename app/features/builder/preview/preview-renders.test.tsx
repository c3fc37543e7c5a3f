import { expect, onTestFinished, test, vi } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';

import { Preview } from './preview.tsx';

/** Minimal DOM node for React: keeps the tree structure and ignores everything else. */
class StubNode {
  childNodes: StubNode[] = [];
  parentNode: StubNode | null = null;
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
    return stubDocument;
  }
  get firstChild(): StubNode | null {
    return this.childNodes[0] ?? null;
  }
  get lastChild(): StubNode | null {
    return this.childNodes.at(-1) ?? null;
  }
  get nextSibling(): StubNode | null {
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
  insertBefore(child: StubNode, before: StubNode | null) {
    child.parentNode?.removeChild(child);
    const position = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(position, 0, child);
    child.parentNode = this;
    return child;
  }
  appendChild(child: StubNode) {
    return this.insertBefore(child, null);
  }
  removeChild(child: StubNode) {
    this.childNodes = this.childNodes.filter((node) => node !== child);
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

const stubDocument = Object.assign(new StubNode(9, '#document'), {
  createElement: (name: string) => new StubNode(1, name.toUpperCase()),
  createElementNS: (_: string, name: string) => new StubNode(1, name),
  createTextNode: (text: string) => Object.assign(new StubNode(3, '#text'), { nodeValue: text }),
  activeElement: null,
});

/** Imports React after the globals of a browser are stubbed, because React checks for them on import. */
async function loadReactWithStubDocument() {
  const stubWindow = {
    document: stubDocument,
    HTMLIFrameElement: class {},
    event: undefined,
    addEventListener() {},
  };
  Object.assign(stubDocument, { defaultView: stubWindow });
  onTestFinished(() => void vi.unstubAllGlobals());
  const globals = { window: stubWindow, document: stubDocument, IS_REACT_ACT_ENVIRONMENT: true };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const [{ createRoot }, { act }] = await Promise.all([import('react-dom/client'), import('react')]);
  return { createRoot, act };
}

const start: CheckoutPageConfig = {
  ...createEmptyConfig(),
  price: '29',
  features: ['One', 'Two'],
  enableCoupon: true,
  requireTerms: true,
};

/** Creates a config that counts renders: every render reads its accent color once. */
const createObservedPage = (productName: string, onRender: () => void): CheckoutPageConfig =>
  Object.defineProperty({ ...start, productName }, 'accentColor', {
    enumerable: true,
    get: () => {
      onRender();
      return '#2f6b3f';
    },
  });

test('renders the preview at most twice per keystroke and not for unrelated updates', async () => {
  const { createRoot, act } = await loadReactWithStubDocument();
  let renders = 0;
  const observedPage = (name: string) => createObservedPage(name, () => (renders += 1));
  const container = new StubNode(1, 'DIV');
  const root = createRoot(container as unknown as Element);
  const show = (config: CheckoutPageConfig, saves: number) =>
    act(async () =>
      root.render(
        <main title={`Saved ${saves} times`}>
          <Preview config={config} sellerName="Vane" state="open" />
        </main>,
      ),
    );
  await show(observedPage('First'), 0);
  expect(renders).toBe(1);

  for (const name of ['P', 'Po', 'Pot', 'Pots']) {
    renders = 0;
    await show(observedPage(name), 0);
    expect(container.textContent).toContain(name);
    expect(renders).toBeGreaterThan(0);
    expect(renders).toBeLessThanOrEqual(2);
  }
  const last = observedPage('Last');
  await show(last, 0);
  renders = 0;
  await show(last, 1);
  await show(last, 2);
  expect(renders).toBe(0);
});
