// Lists of runs, updated live, one line each; and the actions on a run.

import { create, post, remove } from '../api.js';
import { ago, count, duration, moment } from '../format.js';
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

export function RunTable({ runs, chosen, onChosen }) {
  return html`<div class="scroll"><table class="list stacked"><thead><tr>${onChosen && html`<th><span class="unseen">choose</span></th>`}
      <th>run</th><th>state</th><th class="num">trials</th><th class="num wide">took</th><th class="num">when</th>
        <th class="wide">by</th></tr></thead>
    <tbody>${runs.map((run) => html`<tr key=${run.id}>
      ${onChosen && html`<td class="tick"><input type="checkbox" aria-label=${`Choose ${run.name}`} checked=${chosen.includes(run.id)}
        onChange=${(event) => onChosen(event.target.checked ? [...chosen, run.id] : chosen.filter((id) => id !== run.id))}/></td>`}
      <td class="title"><a href=${link('runs', run.id)}>${run.name}</a>${run.failure && html`<div class="refusal">${run.failure}</div>`}</td>
      <td><${Badge} state=${run.state} title=${run['waiting-for']}/></td>
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
    <button onClick=${() => onAsk('change')}>${active(run) ? 'Name, priority …' : 'Rename …'}</button>
    ${is('done', 'failed', 'cancelled') && html`<${Action} kind="plain" onClick=${throwAway}>Move to trash</${Action}>`}
  </div>`;
}
