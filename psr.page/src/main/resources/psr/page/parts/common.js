// Small components that every page uses: problems, states, progress, sections, copying.

import { Problem } from '../api.js';
import { bytes, duration, STATES } from '../format.js';
import { html, useEffect, useRef, useState } from '../view.js';

/** Shows a problem next to its cause. */
export function Trouble({ problem }) {
  if (!problem) return null;
  const words = problem instanceof Problem ? problem.message : `Error in this page: ${problem.message}`;
  const more = (problem.refusals ?? []).map(({ message }) => message).filter((message) => message !== words);
  return html`<div class="trouble" role="alert"><p>${words}</p>
    ${more.length > 0 && html`<ul>${more.map((text) => html`<li>${text}</li>`)}</ul>`}</div>`;
}

export const Badge = ({ state, title }) => html`<span class=${`badge is-${state}`} title=${title}>${STATES[state] ?? state}</span>`;

/** A progress bar; empty without a value. */
export function Progress({ share, label }) {
  const known = Number.isFinite(share) ? Math.max(0, Math.min(1, share)) : 0;
  return html`<div class="progress" role="progressbar" aria-label=${label} aria-valuemin="0" aria-valuemax="100"
        aria-valuenow=${Math.round(known * 100)}>
    <div style=${{ width: `${known * 100}%` }}></div></div>`;
}

/** The remaining seconds, counted down between updates from the server. */
export function TimeLeft({ seconds }) {
  const [estimate, setEstimate] = useState({ seconds, at: Date.now() });
  const [, tick] = useState(0);
  useEffect(() => setEstimate({ seconds, at: Date.now() }), [seconds]);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  if (estimate.seconds === null || estimate.seconds === undefined) return null;
  return html`<span class="num">${duration(Math.max(1, Math.round(estimate.seconds - (Date.now() - estimate.at) / 1000)))} left</span>`;
}

export function Section({ title, id, aside, children, quiet }) {
  return html`<section class=${quiet ? 'quiet-section' : ''} aria-labelledby=${id}><header class="section-head">
    <h2 id=${id}>${title}</h2>${aside}</header>${children}</section>`;
}

/** A button for an action at the server: busy while it runs, and shows errors. */
export function Action({ children, onClick, kind = '', disabled = false, title }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(null);
  const here = useRef(true);
  useEffect(() => () => { here.current = false; }, []);
  const act = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onClick();
    } catch (failure) {
      if (here.current) setProblem(failure);
    }
    if (here.current) setBusy(false);
  };
  return html`<span class="action">
    <button class=${kind} disabled=${disabled || busy} aria-busy=${busy} title=${title} onClick=${act}>${children}</button>
    ${problem && html`<span class="trouble inline" role="alert">${problem.message}</span>`}</span>`;
}

/** Copies text to the clipboard, also if the browser considers the connection insecure and disables its newer API. */
async function toClipboard(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  return undefined;
}

export function Copy({ text, label = 'Copy' }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await toClipboard(text);
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return html`<button class="small" onClick=${copy} aria-live="polite">${done ? 'Copied' : label}</button>`;
}

export const Loading = ({ what }) => html`<p class="quiet loading" role="status">Reading ${what} …</p>`;

export const Empty = ({ children }) => html`<p class="empty">${children}</p>`;

/** Selects one of two or more options. */
export function Choice({ label, value, options, onChange }) {
  return html`<div class="choice" role="group" aria-label=${label}>${options.map(([key, words]) => html`<button key=${key}
        aria-pressed=${key === value}
    onClick=${() => onChange(key)}>${words}</button>`)}</div>`;
}

/** Switches between the stored items and the trash. */
export const StoredOrTrash = ({ value, onChange }) => html`<${Choice} label="Which ones" value=${value} onChange=${onChange}
  options=${[['kept', 'Stored'], ['trash', 'Trash']]}/>`;

/** Names and texts in two columns. */
export function Facts({ of }) {
  const entries = Object.entries(of ?? {}).filter(([, value]) => (value ?? null) !== null && value !== '');
  return html`<dl class="facts">${entries.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${
    typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd></div>`)}</dl>`;
}

/** A drop area for files; shows what is being sent until onFiles returns. */
export function FileDrop({ label, accept, multiple = false, onFiles, children }) {
  const [over, setOver] = useState(false);
  const [sending, send] = useState([]); // the files of each drop, until they are sent
  const here = useRef(true);
  useEffect(() => () => { here.current = false; }, []);
  const take = async (given) => {
    const files = [...given].slice(0, multiple ? undefined : 1);
    if (files.length === 0) return;
    send((all) => [...all, files]);
    try {
      await onFiles(files);
    } finally {
      if (here.current) send((all) => all.filter((other) => other !== files));
    }
  };
  return html`<label class=${`drop${over ? ' over' : ''}`} onDragOver=${(event) => { event.preventDefault(); setOver(true); }}
        onDragLeave=${() => setOver(false)}
      onDrop=${(event) => { event.preventDefault(); setOver(false); take(event.dataTransfer.files); }}>
    <input type="file" class="unseen" accept=${accept} multiple=${multiple} aria-label=${label}
          onChange=${(event) => { take(event.target.files); event.target.value = ''; }}/>
    ${sending.length > 0 ? html`<span role="status">Sending ${sending.flat().map(({ name, size }) => `${name} (${bytes(size)})`).join(', ')} …</span>` : children}</label>`;
}
