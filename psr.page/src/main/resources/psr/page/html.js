// Templates: html`<p class=${c}>${text}</p>` makes a Preact tree. A template is parsed once and then filled in.
// <${Component} …/> is a component, ...${object} adds attributes, <//> closes the innermost element.

const { h } = globalThis.preact;

const TAG = /<!--[^]*?-->|<(\/?)(\x01\d+\x02|[\w:.-]*)((?:"[^"]*"|'[^']*'|[^'">])*?)(\/?)>|([^<]+)/g;
const ATTRIBUTE = /\.\.\.(\x01\d+\x02)|([\w:.-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s]+)))?/g;
const HOLE = /\x01(\d+)\x02/;

/** Splits text with placeholders into a list of texts and placeholder numbers. */
const pieces = (text) => text.split(HOLE).map((part, i) => (i % 2 ? Number(part) : part)).filter((part) => part !== '');

/** An attribute's value: a text, a placeholder, or texts with placeholders. */
function value(text) {
  const parts = pieces(text);
  if (parts.length === 0) return () => '';
  if (parts.length === 1) return typeof parts[0] === 'number' ? (values) => values[parts[0]] : () => parts[0];
  return (values) => parts.map((part) => (typeof part === 'number' ? values[part] : part)).join('');
}

function read(strings) {
  const source = strings.reduce((text, next, i) => `${text}\x01${i - 1}\x02${next}`);
  const root = { children: [] };
  const open = [root];
  for (const [all, closing, name, attributes, closed, text] of source.matchAll(TAG)) {
    const top = open[open.length - 1];
    if (text !== undefined) {
      top.children.push(...pieces(text.replace(/^\s*\n\s*|\s*\n\s*$/g, '')));
    } else if (closing) {
      open.pop();
      if (open.length === 0) throw new Error(`no element is open at ${all}`);
    } else if (!all.startsWith('<!--')) {
      const node = { name: value(name), attributes: [], children: [] };
      for (const [, more, key, quoted, single, plain] of attributes.matchAll(ATTRIBUTE)) {
        const given = quoted ?? single ?? plain;
        node.attributes.push(more ? [null, value(more)] : [key, given === undefined ? () => true : value(given)]);
      }
      top.children.push(node);
      if (!closed) open.push(node);
    }
  }
  if (open.length !== 1) throw new Error(`an element is not closed in ${source.slice(0, 80)}`);
  return root.children;
}

function build(node, values) {
  if (typeof node === 'number') return values[node];
  if (typeof node === 'string') return node;
  const properties = {};
  for (const [key, of] of node.attributes) {
    if (key === null) Object.assign(properties, of(values));
    else properties[key] = of(values);
  }
  return h(node.name(values), properties, ...node.children.map((child) => build(child, values)));
}

const known = new Map();

export function html(strings, ...values) {
  let nodes = known.get(strings);
  if (!nodes) known.set(strings, nodes = read(strings));
  const made = nodes.map((node) => build(node, values));
  return made.length === 1 ? made[0] : made;
}
