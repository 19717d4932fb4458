// The reference text of a service from the lab's catalog: summary, paper and settings.

import { html, useState } from '../view.js';
import { Trouble } from './common.js';
import { useSettings } from './forms.js';

const has = (value) => value !== null && value !== undefined && value !== '';

function range({ minimum, maximum, choices }) {
  if (choices?.length > 0) return choices.join(', ');
  if (has(minimum) && has(maximum)) return `${minimum} to ${maximum}`;
  if (has(minimum)) return `at least ${minimum}`;
  return has(maximum) ? `at most ${maximum}` : '';
}

/** The entry of a service in the catalog. */
export function Reference({ kind, name }) {
  const { data, problem } = useSettings(kind, name);
  if (problem) return html`<${Trouble} problem=${problem}/>`;
  if (!data) return html`<p class="quiet">Reading the reference …</p>`;
  return html`<div class="reference-text"><p><b class="name">${name}</b>: ${data.summary}</p>
    ${has(data.paper) && html`<p class="quiet">${data.paper}</p>`}
    ${data.settings.length === 0 ? html`<p class="quiet">It has no settings.</p>` : html`<dl>${data.settings.map((setting) => html`<div key=${setting.name}>
      <dt class="name">${setting.name}${setting.required ? ' (needed)' : ` = ${setting.default}`}</dt>
      <dd>${setting.help}${range(setting) && html` <span class="quiet">(${range(setting)})</span>`}</dd></div>`)}</dl>`}</div>`;
}

/** A button that opens the reference text of a service below its line. */
export function Help({ kind, name }) {
  const [open, setOpen] = useState(false);
  return html`<button class="plain icon help-mark" aria-expanded=${open} aria-label=${`Help on ${name}`} title=${`Help on ${name}`} onClick=${() => setOpen(!open)}>?</button>
    ${open && html`<${Reference} kind=${kind} name=${name}/>`}`;
}
