// Evaluating models on a file or a data set: the choice of the data, and the values by model.

import { create, post } from '../api.js';
import { count, number, whole, withError } from '../format.js';
import { about, useResource } from '../resource.js';
import { link } from '../router.js';
import { html, useState } from '../view.js';
import { Action, Badge, Trouble } from './common.js';
import { Commands, curl, program, python, quoted } from './commands.js';
import { useFiles } from './datasets.js';
import { best } from './results.js';
import { DataDrop } from './uploads.js';

/** The request to the server: a data set, or a file that is read like the model's training data. */
const request = ({ file, dataset, skip }) => ({ ...(file ? { file } : { dataset }), ...(skip ? { unknown: 'skip' } : {}) });

/** Evaluates one model; returns its values or the problem. */
export async function evaluate(id, choice) {
  try {
    return { data: await post(`/models/${id}/evaluate`, request(choice)), problem: null };
  } catch (problem) {
    return { data: null, problem };
  }
}

/** The choice of data: an uploaded file, a new file, or a data set in the lab's notation. Calls onChoice with { file } or { dataset }. */
export function DataChoice({ writable, onChoice, label = 'Evaluate' }) {
  const files = useFiles();
  const [text, setText] = useState('');
  const [skip, setSkip] = useState(false);
  const names = (files.data ?? []).map(({ name }) => name);
  const sent = async (file, name, last) => {
    files.reload();
    if (last) await onChoice({ file: name, skip });
  };
  const choose = async () => {
    const wanted = text.trim();
    if (wanted) await onChoice({ ...(names.includes(wanted) ? { file: wanted } : { dataset: wanted }), skip });
  };
  return html`${writable && html`<${DataDrop} label="Evaluate a file" stored=${names} onSent=${sent}><span>
      <b>Drop a file</b> in the format of the data that the model was learned from.</span></${DataDrop}>`}
    <div class="row evaluate"><label>uploaded file or data set <input type="text" class="long" list="evaluation-files" spellcheck="false"
          autocomplete="off" value=${text} placeholder=${names[0] ?? 'lines:file=new.txt'} onInput=${(event) => setText(event.target.value)}/></label>
      <datalist id="evaluation-files">${names.map((name) => html`<option key=${name} value=${name}/>`)}</datalist>
      <label class="switch"><input type="checkbox" checked=${skip} onChange=${(event) => setSkip(event.target.checked)}/> skip unknown symbols</label>
      <${Action} kind="primary" disabled=${text.trim() === ''} onClick=${choose}>${label}</${Action}></div>`;
}

/** The values of models on the same data. results: [{ model, data, problem }]. */
export function Values({ results }) {
  const found = results.filter(({ data }) => data);
  const measures = [...new Map(found.flatMap(({ data }) => data.values).map((value) => [value.measure, value])).values()]
    .filter(({ measure }) => found.some(({ data }) => data.values.some((value) => value.measure === measure && value.value !== null)));
  const cell = (data, measure) => data.values.find((value) => value.measure === measure)?.value ?? null;
  const winners = (measure, better) => best(found.map(({ model, data }) => ({ model, mean: cell(data, measure) })), better).map(({ model }) => model.id);
  const sizes = found[0]?.data;
  const dropped = found.filter(({ data }) => data['left-out'] > 0);
  return html`${sizes && html`<p class="quiet">${sizes.dataset}: ${count(sizes.sequences, 'sequence')}, ${whole(sizes.symbols)} observations in total</p>`}
    ${found.length > 0 && html`<div class="scroll" tabindex="0"><table class="results evaluation"><thead><tr><th>measure</th>
      ${found.map(({ model }) => html`<th key=${model.id} class="num">${model.name}</th>`)}</tr></thead>
      <tbody>${measures.map(({ measure, better, help }) => {
        const top = winners(measure, better);
        return html`<tr key=${measure}><td title=${help}>${measure}${better !== 'neither' && html` <span class="quiet" title=${`${better} is better`}>${better === 'lower' ? '↓' : '↑'}</span>`}
          <div class="quiet measure-help">${help}</div></td>
          ${found.map(({ model, data }) => html`<td key=${model.id} class=${`num${top.includes(model.id) ? ' best' : ''}`}>${number(cell(data, measure))}</td>`)}</tr>`;
      })}</tbody></table></div>`}
    ${dropped.map(({ model, data }) => html`<p class="quiet" key=${model.id}>${results.length > 1 ? `${model.name}: ` : ''}${count(data['left-out'], 'unknown symbol')} left out.</p>`)}
    ${results.filter(({ problem }) => problem).map(({ model, problem }) => html`<div key=${model.id}>${results.length > 1 && html`<h3>${model.name}</h3>`}<${Trouble} problem=${problem}/></div>`)}`;
}

/**
 * The quality of the model's recipe on data held out from learning: a run with the same data and recipe, found again by its tag. The
 * model itself has learned from all data.
 */
export function HeldOut({ model, writable }) {
  const tag = `model:${model.id}`;
  const { data, reload } = useResource(`/runs?limit=1&tag=${encodeURIComponent(tag)}`, about('run'));
  const run = data?.items[0];
  const measure = async () => {
    await create('/runs', { name: `quality of ${model.name}`.slice(0, 200), tags: [tag],
      experiment: { dataset: model.dataset, recipes: [model.recipe], metrics: model.channels ? ['mse'] : ['perplexity', 'ospa'], seed: model.seed, trials: 3 } });
    reload();
  };
  if (!data || !model.dataset || !model.recipe) return null;
  if (!run) {
    return writable && html`<p><${Action} onClick=${measure}>Measure on held-out data</${Action}> <span class="quiet">Learns with the same recipe from a part of the data, three times, and tests on the remaining data.</span></p>`;
  }
  return html`<p class="held-out">On held-out data: <${Badge} state=${run.state}/> ${run.best && html`<b class="num">${withError(run.best.mean, run.best.stderr)}</b> ${run.best.measure} <span class="quiet">(${run.best.better} is better)</span>`}
    ${run.failure && html`<span class="refusal">${run.failure}</span>`} <a href=${link('runs', run.id)}>All measures</a></p>`;
}

/** One model on the data that a user chooses, and the same as commands. */
export function Evaluate({ model, writable }) {
  const [shown, show] = useState(null);
  const take = async (choice) => show({ choice, ...await evaluate(model.id, choice) });
  const dataset = shown?.data?.dataset;
  return html`<${HeldOut} model=${model} writable=${writable}/><p class="quiet">Measures the model on data that it was not trained on: new sequences, or a part that you held out.</p>
    <${DataChoice} writable=${writable} onChoice=${take}/>
    <div aria-live="polite">${shown && html`<${Values} results=${[{ model, ...shown }]}/>`}</div>
    ${dataset && html`<${Commands} ways=${{
      curl: curl(`/models/${model.id}/evaluate`, request(shown.choice)),
      python: program(`model = lab.model(${python(model.id)})`, `print(model.evaluate(${python(dataset)}${shown.choice.skip ? ', unknown="skip"' : ''}))`),
      shell: `./psr evaluate ${quoted(`${model.name}.json`)} ${quoted(dataset)}${shown.choice.skip ? ' --unknown skip' : ''}  # the file is under JSON above`,
    }}/>`}`;
}
