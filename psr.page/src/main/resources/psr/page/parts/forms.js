// Forms generated from the settings of any service: kind, bounds, default and help of each; validation errors are shown
// at their fields.

import { about, useResource } from '../resource.js';
import { html, useId } from '../view.js';

const KINDS = { 'whole-number': 'whole number', size: 'a number, at-most-N', number: 'number', text: 'text', file: 'file' };

/** Settings of a service, or null while they are read. */
export const useSettings = (kind, name) => useResource(name ? `/services/${kind}/${encodeURIComponent(name)}` : null, about('plugin'));

function bounds({ minimum, maximum }) {
  const has = (value) => value !== null && value !== undefined;
  if (has(minimum) && has(maximum)) return `${minimum} to ${maximum}`;
  if (has(minimum)) return `at least ${minimum}`;
  return has(maximum) ? `at most ${maximum}` : '';
}

function words(setting) {
  const kind = [KINDS[setting.kind], setting.absent].filter(Boolean).join(' or ');
  return [kind, bounds(setting)].filter(Boolean).join(', ');
}

function Select({ id, value, setting, options, described, onChange, wrong }) {
  const first = setting.required ? 'choose' : `${setting.default} (default)`;
  const others = value && !options.includes(value) ? [value, ...options] : options;
  return html`<select id=${id} value=${value ?? ''} aria-describedby=${described} aria-invalid=${wrong}
        onChange=${(event) => onChange(event.target.value)}>
    <option value="">${first}</option>${others.map((option) => html`<option key=${option} value=${option}>${option}</option>`)}</select>`;
}

/** One setting: a label, a field, its help, and its validation error. */
export function Field({ setting, value, onChange, refusal, files = [] }) {
  const id = useId();
  const described = `${id}-help`;
  const shared = { id, value, setting, described, onChange, wrong: Boolean(refusal) };
  const kind = setting.kind;
  const choices = kind === 'switch' ? ['on', 'off', ...(setting.choices ?? [])] : setting.choices ?? [];
  const options = kind === 'file' ? files : [...new Set([...choices, ...(setting.absent ? [setting.absent] : [])])];
  const select = kind === 'switch' || kind === 'choice' || kind === 'file';
  return html`<div class=${`field${refusal ? ' refused' : ''}`}>
    <label for=${id}>${setting.name}${setting.required && html`<span class="needed"> needed</span>`}</label>
    ${select ? html`<${Select} ...${shared} options=${options}/>`
      : html`<input id=${id} type="text" autocomplete="off" spellcheck="false" inputmode=${kind === 'whole-number' || kind === 'number' ? 'text' : undefined}
          value=${value ?? ''} placeholder=${setting.required ? '' : setting.default} aria-describedby=${described} aria-invalid=${Boolean(refusal)}
          onInput=${(event) => onChange(event.target.value)}/>`}
    <div class="help" id=${described}>${refusal ? html`<span class="refusal" role="alert">${refusal.message}</span>`
      : html`${setting.help}${words(setting) && html`<span class="kind"> ${words(setting)}</span>`}`}</div>
  </div>`;
}

/** All settings of a service; values are texts by name, empty ones are omitted. */
export function SettingsForm({ kind, name, values, onChange, refusals = [], files }) {
  const { data, problem } = useSettings(kind, name);
  if (problem) return html`<p class="refusal" role="alert">${problem.message}</p>`;
  if (!data) return html`<p class="quiet">Reading its settings …</p>`;
  const change = (setting, text) => {
    const next = { ...values };
    if (text === '') delete next[setting];
    else next[setting] = text;
    onChange(next);
  };
  const known = new Set(data.settings.map((setting) => setting.name));
  const strange = Object.keys(values).filter((key) => !known.has(key));
  return html`<div class="settings">
    ${data.settings.length === 0 && html`<p class="quiet">It has no settings.</p>`}
    ${data.settings.map((setting) => html`<${Field} key=${setting.name} setting=${setting} value=${values[setting.name]} files=${files}
      refusal=${refusals.find((refusal) => refusal.setting === setting.name)} onChange=${(text) => change(setting.name, text)}/>`)}
    ${strange.map((key) => html`<div key=${key} class="field refused"><span class="label">${key}</span>
      <button class="small" onClick=${() => change(key, '')}>Remove</button>
      <div class="help"><span class="refusal">${name} has no setting of this name</span></div></div>`)}
  </div>`;
}
