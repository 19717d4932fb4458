// Recipes composed from stages: a learner, then refiners; or a combiner of several recipes. Each stage has its own form.

import { parseRecipe, recipeText } from '../recipe.js';
import { html, useState } from '../view.js';
import { SettingsForm } from './forms.js';
import { Help } from './help.js';

const kindOf = (services, name, first) => {
  const kinds = first ? ['learner', 'combiner'] : ['refiner'];
  return kinds.find((kind) => services.some((service) => service.kind === kind && service.name === name)) ?? kinds[0];
};

const fresh = (name) => ({ name, settings: {}, parts: [] });

function Stage({ stage, first, services, onChange, onRemove, refusals, files }) {
  const own = refusals.filter((refusal) => refusal.owner === stage.name && refusal.setting);
  const [open, setOpen] = useState(false);
  const kind = kindOf(services, stage.name, first);
  const offered = services.filter((service) => (first ? ['learner', 'combiner'] : ['refiner']).includes(service.kind));
  const set = Object.keys(stage.settings).length;
  const unknown = !offered.some((service) => service.name === stage.name);
  const rename = (name) => {
    const combines = kindOf(services, name, first) === 'combiner';
    onChange({ ...fresh(name), parts: combines ? [[fresh('2sr')], [fresh('ngram')]] : [] });
  };
  const setPart = (i, part) => onChange({ ...stage, parts: stage.parts.map((old, j) => (j === i ? part : old)) });
  return html`<div class=${`stage${own.length > 0 || unknown ? ' refused' : ''}`}>
    <div class="stage-head">
      <select aria-label=${first ? 'learner or combiner' : 'refiner'} value=${stage.name} onChange=${(event) => rename(event.target.value)}>
        ${unknown && html`<option value=${stage.name}>${stage.name || 'choose'}</option>`}
        ${offered.map((service) => html`<option key=${service.kind + service.name} value=${service.name}
              title=${service.summary}>${service.name}</option>`)}
      </select>
      <button class="plain" aria-expanded=${open || own.length > 0} onClick=${() => setOpen(!open)}>settings${set > 0 ? ` (${set})` : ''}</button>
      ${!unknown && html`<${Help} kind=${kind} name=${stage.name}/>`}
      ${!first && html`<button class="plain icon" aria-label=${`Remove ${stage.name}`} onClick=${onRemove}>×</button>`}
    </div>
    <p class="summary">${offered.find((service) => service.name === stage.name)?.summary ?? html`<span class="refusal">not installed</span>`}</p>
    ${(open || own.length > 0) && !unknown && html`<${SettingsForm} kind=${kind} name=${stage.name} values=${stage.settings} refusals=${own}
          files=${files}
      onChange=${(settings) => onChange({ ...stage, settings })}/>`}
    ${stage.parts.length > 0 && html`<div class="models-combined">${stage.parts.map((part, i) => html`<div key=${i} class="combined">
      <${Stages} stages=${part} services=${services} onChange=${(next) => setPart(i, next)} refusals=${refusals} files=${files}/>
      ${stage.parts.length > 1 && html`<button class="plain icon" aria-label="Remove this model"
            onClick=${() => onChange({ ...stage, parts: stage.parts.filter((_, j) => j !== i) })}>×</button>`}</div>`)}
      <button class="small" onClick=${() => onChange({ ...stage, parts: [...stage.parts, [fresh('em')]] })}>Add a model</button></div>`}
  </div>`;
}

/** The stages of one recipe in a row, with a control to add a refiner. */
export function Stages({ stages, services, onChange, refusals = [], files }) {
  const refiners = services.filter((service) => service.kind === 'refiner');
  return html`<div class="stages">
    ${stages.map((stage, i) => html`${i > 0 && html`<span class="plus" aria-hidden="true">+</span>`}
      <${Stage} key=${i} stage=${stage} first=${i === 0} services=${services}
      refusals=${refusals} files=${files} onChange=${(next) => onChange(stages.map((old, j) => (j === i ? next : old)))}
            onRemove=${() => onChange(stages.filter((_, j) => j !== i))}/>`)}
    <select class="add" aria-label="Add a refiner" value=""
          onChange=${(event) => { if (event.target.value) onChange([...stages, fresh(event.target.value)]); event.target.value = ''; }}>
      <option value="">+ refine</option>${refiners.map((service) => html`<option key=${service.name} value=${service.name}
            title=${service.summary}>${service.name}</option>`)}
    </select>
  </div>`;
}

/** A recipe as text and as stages; both can be edited. */
export function RecipeEditor({ text, services, onChange, refusals, files }) {
  let stages = null;
  let wrong = '';
  try { stages = parseRecipe(text); } catch (failure) { wrong = failure.message; }
  return html`<div class="recipe-editor">
    ${stages && html`<${Stages} stages=${stages} services=${services} refusals=${refusals} files=${files}
          onChange=${(next) => onChange(recipeText(next))}/>`}
    <label class="as-text"><span>as text</span>
      <input type="text" spellcheck="false" autocomplete="off" value=${text} aria-invalid=${Boolean(wrong)}
          onInput=${(event) => onChange(event.target.value)}/></label>
    ${wrong && !refusals.some(({ message }) => message === wrong) && html`<p class="refusal" role="alert">${wrong}</p>`}
  </div>`;
}
