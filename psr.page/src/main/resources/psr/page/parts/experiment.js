// Metrics and claims of an experiment.

import { count } from '../format.js';
import { labeled, parseStage, stageText } from '../recipe.js';
import { html, useState } from '../view.js';
import { SettingsForm } from './forms.js';
import { Help } from './help.js';

const nameOf = (text) => text.split(':')[0];

function Metric({ service, text, index, refusals, onChange }) {
  const [open, setOpen] = useState(false);
  const on = text !== undefined;
  const own = on ? refusals.filter(({ place }) => place === `/metrics/${index}` || place?.startsWith(`/metrics/${index}/`)) : [];
  let stage = null;
  try { stage = on ? parseStage(text) : null; } catch { /* shown as invalid */ }
  return html`<li class="metric"><label class="switch">
    <input type="checkbox" checked=${on} onChange=${() => onChange(on ? null : service.name)}/> <span class="name">${service.name}</span></label>
    <span class="summary">${service.summary}</span>
    ${on && html`<button class="plain" aria-expanded=${open || own.length > 0}
          onClick=${() => setOpen(!open)}>settings${Object.keys(stage?.settings ?? {}).length ? ` (${Object.keys(stage.settings).length})` : ''}
        </button>`}<${Help} kind="metric" name=${service.name}/>
    ${own.filter(({ setting }) => !setting).map(({ message }) => html`<p class="refusal" role="alert">${message}</p>`)}
    ${stage && (open || own.some(({ setting }) => setting)) && html`<${SettingsForm} kind="metric" name=${service.name} values=${stage.settings}
          refusals=${own} onChange=${(settings) => onChange(stageText({ ...stage, settings }))}/>`}</li>`;
}

export function MetricList({ metrics, services, refusals, onChange }) {
  const offered = services.filter(({ kind }) => kind === 'metric');
  const strange = metrics.filter((text) => !offered.some(({ name }) => name === nameOf(text)));
  const change = (name, next) => {
    const i = metrics.findIndex((text) => nameOf(text) === name);
    if (i < 0) onChange([...metrics, next]);
    else onChange(next === null ? metrics.filter((_, j) => j !== i) : metrics.map((text, j) => (j === i ? next : text)));
  };
  return html`<ul class="metrics">${offered.map((service) => {
    const index = metrics.findIndex((text) => nameOf(text) === service.name);
    return html`<${Metric} key=${service.name} service=${service} text=${metrics[index]} index=${index} refusals=${refusals}
          onChange=${(next) => change(service.name, next)}/>`;
  })}${services.length > 0 && strange.map((text) => html`<li key=${text} class="metric">
    <span class="refusal">${text} is not installed</span> <button class="plain"
        onClick=${() => onChange(metrics.filter((other) => other !== text))}>Remove</button></li>`)}</ul>
  ${refusals.filter(({ place }) => place === '/metrics').map(({ message }) => html`<p class="refusal" role="alert">${message}</p>`)}`;
}

const EXPECTED = [['below', 'is below'], ['above', 'is above'], ['within', 'is within the margin of']];

export function ClaimList({ claims, experiment, refusals, onChange }) {
  const [wanted, want] = useState(false); // a preset may have a hundred claims
  const labels = (experiment.recipes ?? []).map((recipe) => labeled(recipe).label);
  const places = [...labels, ...labels.map((label) => `${label}@first`)];
  const set = (i, part) => onChange(claims.map((claim, j) => (j === i ? { ...claim, ...part } : claim)));
  const add = () => {
    want(true);
    onChange([...claims, { id: `claim-${claims.length + 1}`, words: '', measure: 'pnll.operators', subject: labels[labels.length - 1] ?? '', reference: labels[0] ?? '', expected: 'below', margin: 0 }]);
  };
  const ofClaim = (i) => refusals.filter(({ place }) => place === `/claims/${i}` || place?.startsWith(`/claims/${i}/`));
  const open = wanted || claims.some((_, i) => ofClaim(i).length > 0);
  const input = (i, claim, key, label, more = {}) => html`<label>${label} <input type="text" value=${claim[key]}
        onInput=${(event) => set(i, { [key]: event.target.value })} ...${more}/></label>`;
  return html`<datalist id="claim-places">${places.map((place) => html`<option key=${place} value=${place}/>`)}</datalist>
    ${claims.length > 0 && html`<details class="claims" open=${open} onToggle=${(event) => want(event.target.open)}><summary>${count(claims.length, 'claim')}</summary>
    ${open && claims.map((claim, i) => html`<div key=${i} class="claim">
      ${input(i, claim, 'words', 'in words', { placeholder: 'IG lowers the PNLL' })}
      <div class="row">${input(i, claim, 'measure', 'measure')}${input(i, claim, 'subject', 'of', { list: 'claim-places' })}
        <label><span class="unseen">expected</span>
          <select value=${claim.expected}
              onChange=${(event) => set(i, { expected: event.target.value })}>${EXPECTED.map(([key, words]) => html`<option key=${key}
              value=${key}>${words}</option>`)}</select></label>
        ${input(i, claim, 'reference', 'that of', { list: 'claim-places' })}
        <label>margin <input class="short" type="text" inputmode="decimal" value=${claim.margin}
              onInput=${(event) => set(i, { margin: event.target.value === '' || Number.isNaN(Number(event.target.value)) ? event.target.value : Number(event.target.value) })}/></label>
        ${input(i, claim, 'id', 'id', { class: 'short' })}
        <button class="plain" onClick=${() => onChange(claims.filter((_, j) => j !== i))}>Remove</button></div>
      ${ofClaim(i).map(({ message }) => html`<p class="refusal" role="alert">${message}</p>`)}</div>`)}</details>`}
    <button onClick=${add}>Add a claim</button>`;
}
