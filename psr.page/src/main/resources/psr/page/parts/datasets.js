// Choosing a data set: from the lab's sources or from an uploaded file; a preview of its sequences and its alphabet.

import { all, post, send } from '../api.js';
import { bytes, count, whole } from '../format.js';
import { parseStage, stageText } from '../recipe.js';
import { about, useResource } from '../resource.js';
import { html, useEffect, useRef, useState } from '../view.js';
import { Action } from './common.js';
import { Columns, guessTable, table } from './columns.js';
import { SettingsForm } from './forms.js';
import { Series } from './series.js';
import { DataDrop } from './uploads.js';

const SHOWN = 60;
const PANELS = 6; // channels in a preview
const PREVIEWED = 300; // rows in a preview
const READ_AFTER = 500; // milliseconds after the last change
const HEAD = 16_000; // bytes that determine the format of a file

export const useFiles = () => useResource('/data', about('data'), all);

/** The beginning of a stored file. */
export async function beginning(name) {
  const response = await send('GET', `/data/${encodeURIComponent(name)}`, { accept: '*/*' });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.length < HEAD) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
  }
  await reader.cancel();
  return text.slice(0, HEAD);
}

/** Guesses which source reads a file, by its name and its beginning; the form can change all of it. */
export function guess(text, name) {
  const head = text.split(/\r?\n/).filter((line) => line !== '');
  if (/\.(csv|tsv)$/i.test(name)) {
    return { name: 'csv', settings: { file: name, ...guessTable(text) } };
  }
  if (/^\d+ \d+$/.test(head[0] ?? '') && /^\d+( \d+)*$/.test(head[1] ?? '')) return { name: 'sequences', settings: { train: name } };
  const short = head.slice(0, -1).every((line) => line.length < 400) && head.length > 1 && !/[.!?]["')]?$/m.test(head.slice(0, 20).join('\n'));
  return short ? { name: 'lines', settings: { file: name } } : { name: 'text', settings: { file: name } };
}

/** The amount of data: an experiment tests with a part of it, a stored model learns from everything. */
function sizes({ train, test }, together, what = 'symbol') {
  const of = ({ sequences, symbols }) => `${count(sequences, 'sequence')}, ${whole(symbols)} ${what}s in total`;
  if (together) return `for learning ${of({ sequences: train.sequences + test.sequences, symbols: train.symbols + test.symbols })}`;
  return `for learning ${of(train)} · for testing ${of(test)}`;
}

/** A preview of the data: numbers, first sequences, symbols. */
export function Preview({ dataset, together, onUnread }) {
  const [shown, show] = useState({ dataset: null, data: null, problem: null });
  const first = useRef(true);
  useEffect(() => {
    const control = new AbortController();
    const timer = setTimeout(async () => {
      try {
        show({ dataset, data: await post('/data/preview', { dataset, limit: 8 }, { signal: control.signal }), problem: null });
      } catch (problem) {
        if (problem.name !== 'AbortError') show({ dataset, data: null, problem });
      }
    }, first.current ? 0 : READ_AFTER);
    first.current = false;
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [dataset]);
  const { data, problem } = shown;
  const unread = problem?.status === 422;
  useEffect(() => {
    onUnread?.(unread);
    return () => onUnread?.(false);
  }, [unread]);
  const old = shown.dataset !== dataset;
  return html`<div class="preview" aria-live="polite" aria-busy=${old}>
    <p class="preview-origin">${old ? html`<span class="quiet">Reading the data …</span>` : data?.origin}</p>
    ${problem && !old && html`<p class="refusal">${problem.message}</p>`}
    ${data?.channels && html`<div class=${old && 'stale'}><p>${count(data.channels.length, 'channel')}${data.inputs ? ` and ${count(data.inputs.length, 'input')}` : ''} · ${sizes(data, together, 'row')}</p>
      ${data.series.slice(0, 1).map(({ rows }) => html`<${Series} key=${dataset} channels=${data.channels.slice(0, PANELS)} rows=${rows.slice(0, PREVIEWED)}/>`)}
      ${data.channels.length > PANELS && html`<p class="quiet">and ${count(data.channels.length - PANELS, 'more channel')}</p>`}</div>`}
    ${data && !data.channels && html`<div class=${old && 'stale'}>
      <p>${count(data.symbols, 'symbol')} in the alphabet · ${sizes(data, together)}</p>
      <div class="chips" aria-label="Alphabet">${data.alphabet.slice(0, SHOWN).map((symbol) => html`<span
            class="symbol">${symbol === ' ' ? '␣' : symbol}</span>`)}
        ${data.symbols > SHOWN && html`<span class="quiet">and ${whole(data.symbols - SHOWN)} more</span>`}</div>
      <ol class="examples" aria-label="First sequences">${data.examples.map((sequence) => html`<li>
          ${sequence.slice(0, SHOWN).map((symbol) => html`<span class="symbol">${symbol === ' ' ? '␣' : symbol}</span>`)}
        ${sequence.length > SHOWN && html`<span class="quiet">…</span>`}</li>`)}</ol></div>`}
  </div>`;
}

/** The columns of a stored table; null while they are read, or without a table. */
function useTable(file, names) {
  const [shown, show] = useState(null);
  const stored = file && names.includes(file);
  useEffect(() => {
    let current = true;
    if (stored) beginning(file).then((text) => current && show({ file, found: table(text) }), () => current && show(null));
    return () => { current = false; };
  }, [file, stored]);
  return stored && shown?.file === file ? shown.found : null;
}

/** together: whether all data is used for learning. */
export function DatasetPicker({ text, services, onChange, onUnread, refusals = [], writable, together = false }) {
  const files = useFiles();
  const sources = services.filter((service) => service.kind === 'dataset');
  let stage = null;
  try { stage = parseStage(text); } catch { /* still being typed */ }
  const sent = async (file, name, last) => {
    files.reload();
    if (last) onChange(stageText(guess(await file.slice(0, HEAD).text(), name)));
  };
  const take = async (name) => onChange(stageText(guess(await beginning(name), name)));
  const set = async (settings) => {
    // The columns of one table are not those of another.
    const { sequence, symbol, separator, values, inputs, time, header, ...others } = settings;
    const another = stage.name === 'csv' && settings.file && settings.file !== stage.settings.file;
    const guessed = another ? guess(await beginning(settings.file).catch(() => ''), settings.file) : null;
    onChange(stageText({ ...stage, settings: guessed?.name === 'csv' ? { ...others, ...guessed.settings } : settings }));
  };
  const names = (files.data ?? []).map(({ name }) => name);
  const found = useTable(stage?.name === 'csv' ? stage.settings.file : null, names);
  const source = sources.find((service) => service.name === stage?.name);
  const general = refusals.filter((refusal) => !refusal.setting);
  return html`<div class="dataset-picker">
    <div class="row"><label>source <select value=${stage?.name ?? ''} onChange=${(event) => onChange(event.target.value)}>
        ${!source && html`<option value=${stage?.name ?? ''}>${stage?.name || 'choose'}</option>`}
        ${sources.map((service) => html`<option key=${service.name} value=${service.name}>${service.name}</option>`)}</select></label>
      <span class="summary">${source?.summary}</span></div>
    ${writable && html`<${DataDrop} label="Upload a data file" stored=${names} onSent=${sent}>
      <span><b>Drop a file</b> or choose one: a CSV table, a text, lines of words, PAutomaC or SPiCe.</span></${DataDrop}>`}
    ${names.length > 0 && html`<div class="stored"><span class="quiet">Uploaded files:</span>${files.data.map(({ name, bytes: size }) => html`<${Action} key=${name} kind="small"
          onClick=${() => take(name)}>${name} <span class="quiet">${bytes(size)}</span></${Action}>`)}</div>`}
    ${general.map(({ message }) => html`<p class="refusal" role="alert">${message}</p>`)}
    ${found && html`<${Columns} found=${found} settings=${stage.settings} onChange=${(settings) => onChange(stageText({ ...stage, settings }))}/>`}
    ${source && html`<details open=${refusals.some((refusal) => refusal.setting) || source.name !== 'ring'}>
      <summary>Settings of ${source.name}</summary>
      <${SettingsForm} kind="dataset" name=${stage.name} values=${stage.settings} files=${names} refusals=${refusals}
            onChange=${set}/></details>`}
    ${source && refusals.length === 0 && html`<${Preview} dataset=${text} together=${together} onUnread=${onUnread}/>`}
  </div>`;
}
