// Several models on the same data: their values side by side.

import { all } from '../api.js';
import { Empty, Loading, Trouble } from '../parts/common.js';
import { DataChoice, evaluate, Values } from '../parts/evaluation.js';
import { about, useResource } from '../resource.js';
import { link, useRemembered } from '../router.js';
import { html, useState } from '../view.js';

export function CompareModels({ info }) {
  const { data, problem } = useResource('/models', about('model'), all);
  const [text, setText] = useRemembered('models');
  const [results, setResults] = useState([]);
  const ids = text.split(',').filter(Boolean);
  const ready = (data ?? []).filter(({ state }) => state === 'ready');
  const chosen = ids.map((id) => ready.find((model) => model.id === id)).filter(Boolean);
  const toggle = (id, on) => setText((on ? [...ids, id] : ids.filter((other) => other !== id)).join(','));
  const take = async (choice) => {
    const found = [];
    // One after the other, because the server limits concurrent evaluations.
    for (const model of chosen) {
      found.push({ model, ...await evaluate(model.id, choice) });
      setResults([...found]);
    }
  };
  return html`<div class="page-head"><h1 tabindex="-1">Compare models</h1><div class="actions"><a class="button" href=${link('models')}>All models</a></div></div>
    <p class="quiet">Measures models on the same data, which none of them was trained on.</p><${Trouble} problem=${problem}/>
    ${!data && !problem && html`<${Loading} what="models"/>`}
    ${data && ready.length === 0 && html`<${Empty}>No model is ready. <a href=${link('models')}>Learn one</a>, then compare it here.</${Empty}>`}
    ${ready.length > 0 && html`<div class="chips" role="group" aria-label="Models">${ready.map((model) => html`<label key=${model.id} class="switch chip">
      <input type="checkbox" checked=${ids.includes(model.id)} onChange=${(event) => toggle(model.id, event.target.checked)}/> ${model.name}</label>`)}</div>
    ${chosen.length === 0 ? html`<${Empty}>Choose the models to compare.</${Empty}>` : html`<${DataChoice} key=${text} writable=${info?.role !== 'read'} onChoice=${take} label=${`Evaluate ${chosen.length}`}/>`}
    <div aria-live="polite">${results.length > 0 && html`<${Values} results=${results}/>`}</div>`}`;
}
