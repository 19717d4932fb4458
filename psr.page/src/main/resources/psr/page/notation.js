// A sequence as text: characters if all symbols are single characters, otherwise words between blanks. Symbols that
// cannot be typed have names in brackets, for example <blank> and <line> in texts; a typed blank is the symbol <blank>.

const NAMED = /^<[a-z]+>$/;
const TYPED = { '<blank>': ' ' };

const single = (symbol) => [...symbol].length === 1;

/** Whether symbols need no blanks between them. */
export const isLetters = ({ symbols }) => symbols.some(single) && symbols.every((symbol) => single(symbol) || NAMED.test(symbol));

export function cut(text, alphabet) {
  if (!isLetters(alphabet)) return text.split(/\s+/).filter(Boolean);
  const known = new Set(alphabet.symbols);
  return (text.match(/<[a-z]+>|[^]/gu) ?? []).flatMap((part) => (single(part) || known.has(part) ? [part] : [...part]))
    .map((part) => (part === ' ' && known.has('<blank>') ? '<blank>' : part))
    .filter((part) => known.has(part) || !/\s/.test(part));
}

export function glue(symbols, alphabet) {
  return isLetters(alphabet) ? symbols.map((symbol) => TYPED[symbol] ?? symbol).join('') : symbols.join(' ');
}
