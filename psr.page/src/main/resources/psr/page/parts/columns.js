// The columns of a table: guesses the role of each from the first rows, and shows a form to change it.

import { html } from '../view.js';

const MARKS = [['\t', 'tab'], [';', 'semicolon'], [',', 'comma']];
const SAMPLE = 200; // rows that are looked at
const FEW = 20; // a column of more different numbers is measured, not counted
const INPUT = /^(u\d*|inputs?|valve|control|action|torque|force|voltage|setpoint)([ _-].*)?$/i;
const TIME = /^(t|time|date|datetime|timestamp)$/i;
const KEY = /^(id|key|user|session|seq|sequence|series|run|unit|device|machine|subject|episode)([ _-]?id)?$/i;
const DATE = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;
const ROLES = [['', 'not used'], ['sequence', 'sequence'], ['time', 'time'], ['value', 'number to predict'], ['input', 'input'], ['symbol', 'symbol']];

/** The cells of a line; quotes protect separators. */
function cells(line, mark) {
  const found = [];
  let cell = '';
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"') {
      if (quoted && line[i + 1] === '"') cell += line[++i];
      else quoted = !quoted;
    } else if (line[i] === mark && !quoted) {
      found.push(cell.trim());
      cell = '';
    } else cell += line[i];
  }
  return [...found, cell.trim()];
}

const isNumber = (text) => text !== '' && Number.isFinite(Number(text));

/** The heading of a column as a setting names it, or its number where the heading would need quotes. */
const nameOf = (heading, i) => (/[:,+/"']/.test(heading) || heading === '' ? String(i + 1) : heading);

/** The structure of a table: { separator, header, columns: [{ name, heading, numbers, different, sample }] }. */
export function table(text) {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  const [mark, separator] = MARKS.find(([each]) => lines[0]?.includes(each)) ?? MARKS[2];
  const rows = lines.slice(0, SAMPLE).map((line) => cells(line, mark));
  const first = rows[0] ?? [];
  const header = !first.some(isNumber);
  // The last line may be incomplete.
  const body = (header ? rows.slice(1) : rows).slice(0, Math.max(1, rows.length - 2)).filter((row) => row.length === first.length);
  const columns = first.map((heading, i) => {
    const column = body.map((row) => row[i]);
    const present = column.filter((cell) => cell !== '' && !/^(nan|na|null)$/i.test(cell));
    const numbers = present.length > 0 && present.every(isNumber);
    return {
      name: header ? nameOf(heading, i) : String(i + 1), heading: header ? heading : `column ${i + 1}`, numbers, different: new Set(present).size,
      decimal: numbers && present.some((cell) => /[.eE]/.test(cell)), dates: present.length > 0 && present.every((cell) => DATE.test(cell)),
      repeats: column.filter((cell, t) => t > 0 && cell === column[t - 1]).length, rows: column.length, sample: present[0] ?? '',
    };
  });
  return { separator, header, columns };
}

const measured = ({ numbers, decimal, different, rows }) => numbers && (decimal || different > Math.min(FEW, rows / 2));

/** A guess of the role of each column, in order. */
export function roles({ columns }) {
  const found = columns.map((column) => {
    if (column.dates || (TIME.test(column.heading) && column.numbers)) return 'time';
    if (KEY.test(column.heading)) return 'sequence';
    if (INPUT.test(column.heading) && column.numbers) return 'input';
    return measured(column) ? 'value' : '';
  });
  if (!found.includes('value')) found.forEach((role, i) => { if (role === 'input') found[i] = ''; });
  return found;
}

/** The settings of a table of numbers by the roles of its columns. */
export function settingsOf({ columns }, given) {
  const named = (role) => columns.filter((_, i) => given[i] === role).map(({ name }) => name);
  const settings = {};
  const [sequence] = named('sequence');
  const [time] = named('time');
  const [symbol] = named('symbol');
  if (sequence) settings.sequence = sequence;
  if (time) settings.time = time;
  if (symbol) settings.symbol = symbol;
  if (named('value').length > 0) settings.values = named('value').join(':');
  if (named('input').length > 0) settings.inputs = named('input').join(':');
  return settings;
}

/** A guess of the settings of a table, without its file. */
export function guessTable(text) {
  const found = table(text);
  const { columns } = found;
  const guessed = roles(found);
  let settings;
  if (guessed.includes('value')) settings = settingsOf(found, guessed);
  else {
    settings = columns.length > 1 ? { sequence: columns[0].name } : {};
    settings.symbol = columns[columns.length - 1]?.name ?? '1';
  }
  if (found.separator !== 'comma') settings.separator = found.separator;
  if (!found.header) settings.header = 'off';
  return settings;
}

const among = (text, name) => (text ?? '').split(':').includes(name);

/** The role that the settings give to a column. */
function roleOf(settings, { name }) {
  if (settings.sequence === name) return 'sequence';
  if (settings.time === name) return 'time';
  if (settings.symbol === name) return 'symbol';
  if (among(settings.values, name)) return 'value';
  return among(settings.inputs, name) ? 'input' : '';
}

/** A form of the columns of a table: the role of each. */
export function Columns({ found, settings, onChange }) {
  const now = found.columns.map((column) => roleOf(settings, column));
  const change = (i, role) => {
    // Only one column can have these.
    const next = now.map((old, j) => (j === i ? role : old === role && ['sequence', 'time', 'symbol'].includes(role) ? '' : old));
    const others = Object.fromEntries(Object.entries(settings).filter(([key]) => !['sequence', 'time', 'symbol', 'values', 'inputs'].includes(key)));
    onChange({ ...others, ...settingsOf(found, next) });
  };
  return html`<div class="scroll columns" tabindex="0"><table class="list narrow"><thead><tr><th>column</th><th>used as</th><th>for example</th></tr></thead>
    <tbody>${found.columns.map((column, i) => html`<tr key=${i}><td class="name">${column.heading}</td>
      <td><select aria-label=${`${column.heading} is used as`} value=${now[i]} onChange=${(event) => change(i, event.target.value)}>
        ${ROLES.filter(([role]) => column.numbers || !['value', 'input'].includes(role)).map(([role, words]) => html`<option key=${role} value=${role}>${words}</option>`)}</select></td>
      <td class="name quiet">${column.sample}</td></tr>`)}</tbody></table></div>`;
}
