// Translates the HTML of a checkout page into React code: the page, rendered on the server, and its form, which is a client
// component, as forms with behavior are in a Next.js application.
import { parseHTML } from 'linkedom';

type Property = [name: string, value: unknown];

const BOOLEAN_ATTRIBUTES = new Set(['checked', 'disabled', 'hidden', 'open', 'readonly', 'required', 'selected']);
const NAMES: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  value: 'defaultValue',
  checked: 'defaultChecked',
  readonly: 'readOnly',
};
const SKIPPED_ELEMENTS = new Set(['script', 'noscript', 'template', 'link', 'style']);
const TEXT_NODE = 3;
const ELEMENT_NODE = 1;

const toCamelCase = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** React takes styles as an object. */
const toStyle = (text: string): object =>
  Object.fromEntries(
    text
      .split(';')
      .filter((declaration) => declaration.includes(':'))
      .map((declaration) => {
        const [name = '', ...value] = declaration.split(':');
        const property = name.trim();
        return [property.startsWith('--') ? property : toCamelCase(property), value.join(':').trim()];
      }),
  );

function toProperty(element: Element, { name, value }: Attr): Property {
  if (name === 'style') return [name, toStyle(value)];
  if (name === 'value' && /^(button|option)$/i.test(element.tagName)) return [name, value];
  const isSvgName = name.includes('-') && !/^(aria|data)-/.test(name);
  const property = NAMES[name] ?? (isSvgName ? toCamelCase(name) : name);
  return [property, BOOLEAN_ATTRIBUTES.has(name) ? true : value];
}

/** Code that creates an element and its content. `form`: the code that stands for the form. */
function toCode(node: Node, form: string | null): string {
  if (node.nodeType === TEXT_NODE) return JSON.stringify(node.textContent);
  if (node.nodeType !== ELEMENT_NODE) return 'null';
  const element = node as Element;
  const name = element.tagName.toLowerCase();
  if (SKIPPED_ELEMENTS.has(name)) return 'null';
  if (name === 'form' && form) return form;
  const properties = Object.fromEntries([...element.attributes].map((attribute) => toProperty(element, attribute)));
  const children = [...element.childNodes].map((child) => toCode(child, form));
  return `h(${JSON.stringify(name)}, ${JSON.stringify(properties)}${children.map((child) => `, ${child}`).join('')})`;
}

const IMPORT = "import { createElement as h } from 'react';\n";

/** The modules of the page and its form. */
export function toReact(html: string): { page: string; form: string } {
  const { document } = parseHTML(html);
  const content = [...document.body.childNodes].map((node) => toCode(node, 'h(CheckoutForm)'));
  const form = document.querySelector('form');
  if (!form) throw new Error('The page has no form');
  return {
    page: `${IMPORT}import { CheckoutForm } from './checkout-form.js';\nexport const Page = () => h('div', null, ${content.join(', ')});\n`,
    form: `'use client';\n${IMPORT}export const CheckoutForm = () => ${toCode(form, null)};\n`,
  };
}
