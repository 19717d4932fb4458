// Lists of runs, updated live, one line each; and the actions on a run.

import { create, post, remove } from '../api.js';
import { ago, count, duration, moment, STATES, withError } from '../format.js';
import { go, link } from '../router.js';
import { html } from '../view.js';
import { Action, Badge, Progress, TimeLeft } from './common.js';

export const active = ({ state }) => ['queued', 'running', 'paused', 'waiting'].includes(state);

const seconds = ({ started, ended }) => (started && ended ? (Date.parse(ended) - Date.parse(started)) / 1000 : null);

/** A list of runs updated by events, which replace what was read. */
export function merged(items, events) {
  const byId = new Map(items.map((run) => [run.id, run]));
  events.forEach((run) => byId.set(run.id, { ...byId.get(run.id), ...run }));
  return [...byId.values()].sort((a, b) => (a.submitted < b.submitted ? 1 : -1));
}

export function RunCard({ run, progress }) {
  const { done, total } = run.trials;
  return html`<a class="card run-card" href=${link('runs', run.id)}>
    <div class="card-head"><span class="card-title">${run.name}</span><${Badge} state=${run.state}/></div>
    <${Progress} share=${total ? done / total : 0} label=${`Progress of ${run.name}`}/>
    <div class="card-foot"><span class="num">${done} of ${count(total, 'trial')}</span>
      <span class="doing">${run['waiting-for'] ?? (run.state === 'running' ? progress?.doing ?? progress?.recipe ?? '' : '')}</span>
      ${run.state === 'running' && html`<${TimeLeft} seconds=${run['seconds-left']}/>`}</div>
  </a>`;
}

/** What a column of the table sorts by: a text, a number, or null for the last place. */
const SORTS = {
  run: ({ name }) => name.toLowerCase(), state: ({ state }) => STATES[state] ?? state, data: ({ dataset }) => dataset, recipes: ({ recipes }) => recipes,
  best: ({ best }) => (best ? best.mean : null), trials: ({ trials }) => trials.done, took: seconds, when: (run) => -Date.parse(run.ended ?? run.submitted), by: ({ by }) => by,
};

/** Runs by a column such as 'best' or '-best'; those without a value come last. */
export function sorted(runs, column) {
  const value = SORTS[column.replace(/^-/, '')];
  if (!value) return runs;
  const sign = column.startsWith('-') ? -1 : 1;
  return runs.map((run) => [value(run) ?? null, run]).sort(([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null);
    return sign * (a < b ? -1 : a > b ? 1 : 0);
  }).map(([, run]) => run);
}

/** The head of a column; with onSort, a button that sorts by it, in the other direction if it does already. */
function Head({ name, label, kind = '', sort, onSort }) {
  const now = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  return html`<th class=${kind} aria-sort=${now}>${onSort ? html`<button class="plain sort" onClick=${() => onSort(sort === name ? `-${name}` : name)}>
    ${label}${now && html`<span aria-hidden="true">${now === 'ascending' ? ' ▲' : ' ▼'}</span>`}</button>` : label}</th>`;
}

/** The best recipe and its score. */
const Best = ({ best }) => best && html`<span class="name best-recipe" title=${best.recipe}>${best.recipe}</span> <span class="num" title=${`${best.measure}; ${best.better} is better`}>${withError(best.mean, best.stderr)}</span>`;

export const Tags = ({ tags, onTag }) => tags?.length > 0 && html`<div class="tags">${tags.map((tag) => (onTag
  ? html`<button key=${tag} class="tag" title=${`only runs with the tag ${tag}`} onClick=${() => onTag(tag)}>${tag}</button>` : html`<span key=${tag} class="tag">${tag}</span>`))}</div>`;

/** A table of runs; with onChosen, they can be chosen, with onSort, sorted. */
export function RunTable({ runs, chosen, onChosen, sort, onSort, onTag }) {
  const head = { sort, onSort };
  const all = runs.length > 0 && runs.every(({ id }) => chosen?.includes(id));
  return html`<div class="scroll"><table class="list stacked"><thead><tr>${onChosen && html`<th class="tick"><input type="checkbox" aria-label="Choose all runs" checked=${all}
        onChange=${() => onChosen(all ? [] : runs.map(({ id }) => id))}/></th>`}
      <${Head} name="run" label="run" ...${head}/><${Head} name="state" label="state" ...${head}/><${Head} name="data" label="data" kind="wide" ...${head}/>
      <${Head} name="recipes" label="recipes" kind="num wide" ...${head}/><${Head} name="best" label="best recipe" ...${head}/>
      <${Head} name="trials" label="trials" kind="num" ...${head}/><${Head} name="took" label="took" kind="num wide" ...${head}/><${Head} name="when" label="when" kind="num" ...${head}/>
      <${Head} name="by" label="by" kind="wide" ...${head}/></tr></thead>
    <tbody>${runs.map((run) => html`<tr key=${run.id}>
      ${onChosen && html`<td class="tick"><input type="checkbox" aria-label=${`Choose ${run.name}`} checked=${chosen.includes(run.id)}
        onChange=${(event) => onChosen(event.target.checked ? [...chosen, run.id] : chosen.filter((id) => id !== run.id))}/></td>`}
      <td class="title"><a href=${link('runs', run.id)}>${run.name}</a>${run.failure && html`<div class="refusal">${run.failure}</div>`}
        <${Tags} tags=${run.tags} onTag=${onTag}/>${run.notes && html`<div class="quiet run-notes" title=${run.notes}>${run.notes}</div>`}</td>
      <td><${Badge} state=${run.state} title=${run['waiting-for']}/></td>
      <td class="name wide run-data" title=${run.dataset}>${run.dataset}</td><td class="num wide">${run.recipes}</td><td class="best-cell"><${Best} best=${run.best}/></td>
      <td class="num" data-unit=${run.trials.total === 1 ? 'trial' : 'trials'}>${run.trials.done === run.trials.total ? run.trials.total : `${run.trials.done} of ${run.trials.total}`}</td>
      <td class="num wide">${duration(seconds(run))}</td>
      <td class="num" title=${moment(run.ended ?? run.submitted)}>${ago(run.ended ?? run.submitted)}</td>
        <td class="wide">${run.by}</td></tr>`)}</tbody></table></div>`;
}

/** The actions that the state of the run allows: pause, resume, cancel, run again, more trials, delete. */
export function RunActions({ run, onChange, onAsk }) {
  const to = (verb) => async () => {
    await post(`/runs/${run.id}/${verb}`);
    onChange();
  };
  const is = (...states) => states.includes(run.state);
  const again = async () => go('runs', (await create(`/runs/${run.id}/again`, {})).id);
  const throwAway = async () => {
    await remove(`/runs/${run.id}`);
    onChange();
  };
  if (run.removed) return html`<div class="actions"><${Action} onClick=${to('restore')}>Restore</${Action}></div>`;
  return html`<div class="actions" role="group" aria-label="Actions">
    ${is('running', 'queued') && html`<${Action} onClick=${to('pause')}>Pause</${Action}>`}
    ${is('paused', 'cancelled') && html`<${Action} kind=${run.state === 'paused' ? 'primary' : ''} onClick=${to('resume')}>Resume</${Action}>`}
    ${is('waiting') && html`<${Action} kind="primary" onClick=${to('restart')}
          title="restarts with the installed bundles">Restart</${Action}>`}
    ${is('running', 'queued', 'paused', 'waiting') && html`<${Action} onClick=${to('cancel')}>Cancel</${Action}>`}
    ${is('done', 'failed', 'cancelled') && html`<${Action} onClick=${again}>Run again</${Action}>`}
    ${is('done', 'cancelled') && html`<button onClick=${() => onAsk('more')}>More trials …</button>`}
    <button onClick=${() => onAsk('change')}>${active(run) ? 'Name, priority, tags …' : 'Name, tags …'}</button>
    ${is('done', 'failed', 'cancelled') && html`<${Action} kind="plain" onClick=${throwAway}>Move to trash</${Action}>`}
  </div>`;
}
