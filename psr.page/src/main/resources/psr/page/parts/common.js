// Small parts that every page uses: problems, states, progress, sections, things to copy.

import { Problem } from '../api.js';
import { bytes, duration, STATES } from '../format.js';
import { html, useEffect, useRef, useState } from '../view.js';

/** What went wrong, in plain words, where it happened. */
export function Trouble({ problem }) {
  if (!problem) return null;
  const words = problem instanceof Problem ? problem.message : `This page made a mistake: ${problem.message}`;
  const more = (problem.refusals ?? []).map(({ message }) => message).filter((message) => message !== words);
  return html`<div class="trouble" role="alert"><p>${words}</p>
    ${more.length > 0 && html`<ul>${more.map((text) => html`<li>${text}</li>`)}</ul>`}</div>`;
}

export const Badge = ({ state, title }) => html`<span class=${`badge is-${state}`} title=${title}>${STATES[state] ?? state}</span>`;

/** How far something is; without a share the bar is empty. */
export function Progress({ share, label }) {
  const known = Number.isFinite(share) ? Math.max(0, Math.min(1, share)) : 0;
  return html`<div class="progress" role="progressbar" aria-label=${label} aria-valuemin="0" aria-valuemax="100"
        aria-valuenow=${Math.round(known * 100)}>
    <div style=${{ width: `${known * 100}%` }}></div></div>`;
}

/** Seconds that are left, counted down between what the server says. */
export function TimeLeft({ seconds }) {
  const [told, tell] = useState({ seconds, at: Date.now() });
  const [, tick] = useState(0);
  useEffect(() => tell({ seconds, at: Date.now() }), [seconds]);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  if (told.seconds === null || told.seconds === undefined) return null;
  return html`<span class="num">${duration(Math.max(1, Math.round(told.seconds - (Date.now() - told.at) / 1000)))} left</span>`;
}

export function Section({ title, id, aside, children, quiet }) {
  return html`<section class=${quiet ? 'quiet-section' : ''} aria-labelledby=${id}><header class="section-head">
    <h2 id=${id}>${title}</h2>${aside}</header>${children}</section>`;
}

/** A button that does something at the server: busy while it does, and says what went wrong. */
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

/** Puts text on the clipboard, also where the browser thinks the connection is not safe enough for its newer way. */
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

/** A switch of two or more words, one of which holds. */
export function Choice({ label, value, options, onChange }) {
  return html`<div class="choice" role="group" aria-label=${label}>${options.map(([key, words]) => html`<button key=${key}
        aria-pressed=${key === value}
    onClick=${() => onChange(key)}>${words}</button>`)}</div>`;
}

/** What is kept, or what was thrown away and can still be taken out. */
export const KeptOrTrash = ({ value, onChange }) => html`<${Choice} label="Which ones" value=${value} onChange=${onChange}
  options=${[['kept', 'Kept'], ['trash', 'Trash']]}/>`;

/** Names and texts in two columns. */
export function Facts({ of }) {
  const entries = Object.entries(of ?? {}).filter(([, value]) => (value ?? null) !== null && value !== '');
  return html`<dl class="facts">${entries.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${
    typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd></div>`)}</dl>`;
}

/** A place for files; it says what is being sent until onFiles is through with it. */
export function FileDrop({ label, accept, multiple = false, onFiles, children }) {
  const [over, setOver] = useState(false);
  const [sending, send] = useState([]); // what each drop has brought, until it is done
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
