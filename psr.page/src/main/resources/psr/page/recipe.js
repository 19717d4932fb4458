// Recipes and data sets as text and as data: 2sr:rank=40+ig:rate=3e-3, mix/2sr+bptt/ngram, csv:file="a,b.csv".
// A stage is { name, settings: { key: text }, parts: [recipe] }, a recipe is a list of stages. The same rules as psr.api's Recipe.

const QUOTES = ['"', "'"];

/** Splits at a separator outside quotes; quotes open at the beginning of a part or after an equals sign. */
function split(text, separator) {
  const parts = [];
  let from = 0;
  let quote = '';
  let closed = '';
  let depth = 0; // of braces: {5,10} are several values of a setting
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quote) {
      closed = c === quote ? quote : '';
      if (c === quote) quote = '';
    } else if (QUOTES.includes(c) && (i === from || text[i - 1] === '=' || c === closed)) {
      quote = c;
    } else {
      closed = '';
      if (c === '{') depth++;
      else if (c === '}') depth = Math.max(0, depth - 1);
      if (c === separator && depth === 0) {
        parts.push(text.slice(from, i));
        from = i + 1;
      }
    }
  }
  if (quote) throw new Error(`a quote must be closed; ${quote} stays open in '${text}'`);
  parts.push(text.slice(from));
  return parts;
}

function unquoted(text) {
  const quote = text[0];
  if (text.length < 2 || !QUOTES.includes(quote) || text[text.length - 1] !== quote) return text;
  return text.slice(1, -1).replaceAll(quote + quote, quote);
}

function inQuotes(text) {
  const quote = text.includes('"') && !text.includes("'") ? "'" : '"';
  return quote + text.replaceAll(quote, quote + quote) + quote;
}

/** Reads name:key=value,key=value. */
export function parseStage(text) {
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const settings = {};
  if (colon >= 0) {
    for (const pair of split(text.slice(colon + 1), ',')) {
      const equals = pair.indexOf('=');
      if (equals < 1) throw new Error(`settings must be written key=value; found '${pair}' in '${text}'`);
      settings[pair.slice(0, equals)] = unquoted(pair.slice(equals + 1));
    }
  }
  return { name, settings, parts: [] };
}

/** Reads a recipe. */
export function parseRecipe(text) {
  const models = split(text, '/');
  if (models.length > 1) {
    return [{ ...parseStage(models[0]), parts: models.slice(1).map((part) => parseRecipe(unquoted(part))) }];
  }
  return split(text, '+').map((part) => (QUOTES.includes(part[0]) ? parseRecipe(unquoted(part))[0] : parseStage(part)));
}

const nested = (recipe) => recipe.length === 1 && recipe[0].parts.length > 0;

/** Several values, {5,10} or {5..40+5}, which the server expands. */
const several = (value) => /^\{[^{}]*\}$/.test(value);

export function stageText({ name, settings, parts = [] }) {
  const pairs = Object.entries(settings).map(([key, value]) => `${key}=${/[,+/"']/.test(value) && !several(value) ? inQuotes(value) : value}`);
  const own = pairs.length === 0 ? name : `${name}:${pairs.join(',')}`;
  return own + parts.map((part) => `/${nested(part) ? inQuotes(recipeText(part)) : recipeText(part)}`).join('');
}

export function recipeText(stages) {
  if (stages.length === 1) return stageText(stages[0]);
  return stages.map((stage) => (stage.parts.length > 0 ? inQuotes(stageText(stage)) : stageText(stage))).join('+');
}

/** Recipes of an experiment as { label, recipe }; the default label is the recipe. */
export const labeled = (recipe) => (typeof recipe === 'string' ? { label: recipe, recipe } : { label: recipe.recipe, ...recipe });
