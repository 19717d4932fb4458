// Models: the stored ones, learning one, importing one.

import { create, post, Problem, remove, send, wrongWith } from '../api.js';
import { ago, bytes, moment, wholeOrText } from '../format.js';
import { Action, Badge, Empty, FileDrop, StoredOrTrash, Loading, Progress, Section, Trouble } from '../parts/common.js';
import { DatasetPicker, useFiles } from '../parts/datasets.js';
import { RecipeEditor } from '../parts/recipes.js';
import { about, useResource } from '../resource.js';
import { go, link, useRemembered } from '../router.js';
import { html, useState } from '../view.js';

/** Whether a validation error is shown at its field. */
const isPlaced = ({ place, setting }) => Boolean(setting) || /^\/(recipe|dataset)(\/|$)/.test(place ?? '');

function Train({ services, given }) {
  const [dataset, setDataset] = useState(given || 'ring:sequences=1000');
  const [recipe, setRecipe] = useState('psr');
  const [seed, setSeed] = useState('1');
  const [name, setName] = useState('');
  const [refusals, setRefusals] = useState([]);
  const files = (useFiles().data ?? []).map((file) => file.name);
  const about = (part) => refusals.filter(({ place }) => place === `/${part}` || place?.startsWith(`/${part}/`));
  const learn = async () => {
    setRefusals([]);
    try {
      go('models', (await create('/models', { dataset, recipe, seed: wholeOrText(seed), name: name || undefined })).id);
    } catch (problem) {
      const found = problem.refusals ?? [];
      setRefusals(found);
      // Errors shown at their fields are not repeated.
      throw found.length > 0 && found.every(isPlaced) ? new Problem(problem.status, '', 'There is a problem above to fix.') : problem;
    }
  };
  const ofRecipe = [...about('recipe'), ...refusals.filter(({ place, setting }) => !place && setting)];
  const loose = ofRecipe.filter(({ setting }) => !setting);
  return html`<div class="train"><h3>From these data</h3>
    <${DatasetPicker} text=${dataset} services=${services} writable=${true} together=${true} refusals=${about('dataset')} onChange=${setDataset}/>
    <h3>With this recipe</h3><${RecipeEditor} text=${recipe} services=${services} files=${files} refusals=${ofRecipe} onChange=${setRecipe}/>
    ${loose.map(({ message }) => html`<p class="refusal" role="alert">${message}</p>`)}
    <div class="row"><label>seed <input class="short" type="text" inputmode="numeric" value=${seed}
          onInput=${(event) => setSeed(event.target.value)}/></label>
      <label>Name <input type="text" value=${name} placeholder=${recipe} onInput=${(event) => setName(event.target.value)}/></label>
      <${Action} kind="primary" onClick=${learn}>Learn it</${Action}></div></div>`;
}

export function Models({ info }) {
  const [which, choose] = useRemembered('state', 'kept');
  const trash = which === 'trash';
  const { data, problem, reload } = useResource(`/models?limit=100${trash ? '&removed=true' : ''}`, about('model'));
  const services = useResource('/services', about('plugin')).data?.items ?? [];
  const [given] = useRemembered('learn');
  const [training, setTraining] = useState(given !== '');
  const [trouble, setTrouble] = useState(null);
  const [chosen, setChosen] = useState([]);
  const writable = info?.role !== 'read';
  const bring = async ([file]) => {
    setTrouble(null);
    try {
      const name = file.name.replace(/\.(json|npz)$/i, '');
      go('models', (await (await send('POST', `/models/import?name=${encodeURIComponent(name)}`, { body: file })).json()).id);
    } catch (failure) {
      setTrouble(wrongWith(file, failure));
    }
  };
  const models = data?.items ?? [];
  const restore = (model) => async () => {
    await post(`/models/${model.id}/restore`);
    reload();
  };
  return html`<div class="page-head"><h1 tabindex="-1">Models</h1>
    <div class="actions"><a class="button" href=${`#/models/compare${chosen.length > 0 ? `?models=${chosen.join(',')}` : ''}`}>Compare ${chosen.length > 1 ? chosen.length : 'on a file'}</a>
      ${writable && html`<button class="primary" aria-expanded=${training}
        onClick=${() => setTraining(!training)}>Learn a model</button>`}</div></div>
    <div class="toolbar"><${StoredOrTrash} value=${which} onChange=${choose}/></div><${Trouble} problem=${problem ?? trouble}/>
    ${training && html`<${Section} title="Learn a model" id="train"><${Train} services=${services} given=${given}/></${Section}>`}
    ${!data && !problem && html`<${Loading} what="models"/>`}
    ${data && models.length === 0 && html`<${Empty}>${trash ? 'The trash is empty.'
      : 'No models yet. Learn one from your data, then try it: type a sequence and see what it predicts.'}</${Empty}>`}
    ${models.length > 0 && html`<div class="scroll"><table class="list stacked"><thead><tr>${!trash && html`<th><span class="unseen">choose</span></th>`}<th>model</th><th>state</th><th>recipe</th><th class="wide">data</th>
      <th class="num wide">symbols</th><th class="num wide">size</th><th class="num">${trash ? 'deleted' : 'created'}</th>
      <th><span class="unseen">actions</span></th></tr></thead>
      <tbody>${models.map((model) => html`<tr key=${model.id}>${!trash && html`<td class="tick">${model.state === 'ready' && html`<input type="checkbox" aria-label=${`Choose ${model.name}`}
        checked=${chosen.includes(model.id)} onChange=${(event) => setChosen(event.target.checked ? [...chosen, model.id] : chosen.filter((id) => id !== model.id))}/>`}</td>`}<td class="title">
        <a href=${link('models', model.id)}>${model.name}</a>${model.failure && html`<div class="refusal">${model.failure}</div>`}</td>
        <td>${model.state === 'learning' ? html`<${Progress} share=${model.progress?.share}
              label=${`Learning ${model.name}`}/>` : html`<${Badge} state=${model.state} title=${model['waiting-for']}/>`}</td>
        <td class="name">${model.recipe}</td><td class="name wide">${model.dataset}</td><td class="num wide">${model.alphabet?.size ?? '–'}</td>
          <td class="num wide">${bytes(model.bytes)}</td><td class="num" title=${moment(model.removed ?? model.created)}>${ago(model.removed ?? model.created)}</td>
        <td class="row-actions">${writable && (model.removed ? html`<${Action} kind="plain" onClick=${restore(model)}>Restore</${Action}>` : html`<${Action}
              kind="plain" onClick=${async () => { await remove(`/models/${model.id}`); reload(); }}>Move to trash</${Action}>`)}</td></tr>`)}</tbody></table></div>`}
    ${writable && html`<${FileDrop} label="Import a model file" accept=".json,.npz" onFiles=${bring}><span>
      <b>Import a model:</b> drop a file written by <code>./psr train</code>.</span></${FileDrop}>`}`;
}
