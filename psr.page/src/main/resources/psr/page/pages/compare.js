// Several runs side by side: their differences in settings, and their curves in one chart. The address contains the whole
// view.

import { get } from '../api.js';
import { Copy, Empty, Loading, Section, Trouble } from '../parts/common.js';
import { CurvePanel, useView } from '../parts/curve-panel.js';
import { best, seriesOf, stylesOf } from '../parts/results.js';
import { RunTable } from '../parts/runs.js';
import { withError } from '../format.js';
import { useLast, useResource } from '../resource.js';
import { link, useRemembered } from '../router.js';
import { html, useCallback, useMemo, useState } from '../view.js';
import { useRuns } from './home.js';

const NONE = [];

function Chooser({ onChosen }) {
  const { runs, problem } = useRuns('limit=100');
  const [chosen, setChosen] = useState([]);
  return html`<${Trouble} problem=${problem}/><p>Choose two runs or more.</p>
    ${runs && (runs.length === 0 ? html`<${Empty}>There are no runs yet.</${Empty}>` : html`<${RunTable} runs=${runs} chosen=${chosen}
          onChosen=${setChosen}/>`)}
    <p class="below"><button class="primary" disabled=${chosen.length < 2} onClick=${() => onChosen(chosen.join(','))}>Compare ${chosen.length || ''}</button></p>`;
}

/** Unique names of runs: the name, with a number if several have the same. */
function names(runs) {
  const seen = new Map();
  runs.forEach((run) => seen.set(run.name, (seen.get(run.name) ?? 0) + 1));
  const used = new Map();
  return new Map(runs.map((run) => {
    if (seen.get(run.name) === 1) return [run.id, run.name];
    used.set(run.name, (used.get(run.name) ?? 0) + 1);
    return [run.id, `${run.name} (${used.get(run.name)})`];
  }));
}

/** The curves of a measure of all runs, each with its run. */
async function ofAll(ids, measure, options) {
  const one = async (run) => {
    try {
      return (await get(`/runs/${encodeURIComponent(run)}/curves?measure=${encodeURIComponent(measure)}`, options)).curves.map((curve) => ({ ...curve, run }));
    } catch (problem) {
      if (problem.status === 400) return NONE; // this run has no such measure
      throw problem;
    }
  };
  return (await Promise.all(ids.map(one))).flat();
}

/** A long setting may wrap between its parts. */
const breakable = (text) => text.split(/(?<=[,+/])/).map((part) => html`${part}<wbr/>`);

function Compared({ ids }) {
  const grows = (event) => event.type === 'trial' && ids.includes(event.data?.run);
  const path = `/compare?runs=${ids.map(encodeURIComponent).join(',')}`;
  const { data, problem } = useResource(`${path}&last=true`, grows);
  const measures = useMemo(() => [...new Set((data?.runs ?? []).flatMap((run) => run.measures ?? []).map(({ name }) => name))], [data]);
  const view = useView(measures);
  const curves = useResource(view.measure || null, grows, useCallback((measure, options) => ofAll(ids, measure, options), []));
  const drawn = useLast(curves.data) ?? NONE;
  const newest = data?.rows ?? NONE;
  const called = useMemo(() => names(data?.runs ?? []), [data]);
  const of = (row) => `${row.recipe} · ${called.get(row.run) ?? row.run}`;
  const series = useMemo(() => seriesOf(drawn, stylesOf(newest.map(of)), of), [drawn, newest, called]);
  if (problem && !data) return html`<${Trouble} problem=${problem}/>`;
  if (!data) return html`<${Loading} what="the runs"/>`;
  const better = data.runs.flatMap((run) => run.measures ?? []).find(({ name }) => name === view.measure)?.better;
  const last = newest.filter(({ measure }) => measure === view.measure);
  // On other data other values are good.
  const winners = data.settings.some(({ name }) => name === 'dataset') ? NONE : best(last, better);
  const recipes = [...new Set(last.map(({ recipe }) => recipe))];
  return html`<${Trouble} problem=${problem ?? curves.problem}/>
    <${CurvePanel} view=${view} measures=${measures} series=${series} better=${better} name="compared" empty="No trial has finished."/>
    <${Section} title="Last values" id="values"><div class="scroll"><table class="results"><thead><tr>
      <th>${view.measure}</th>${data.runs.map((run) => html`<th key=${run.id} class="num">
      <a href=${link('runs', run.id)}>${called.get(run.id)}</a></th>`)}</tr></thead>
      <tbody>${recipes.map((recipe) => html`<tr key=${recipe}><td>${recipe}</td>${data.runs.map((run) => {
        const row = last.find((one) => one.run === run.id && one.recipe === recipe);
        return html`<td key=${run.id} class=${`num${winners.includes(row) ? ' best' : ''}`}>${row ? withError(row.mean, row.stderr) : '–'}</td>`;
      })}</tr>`)}</tbody></table></div></${Section}>
    <${Section} title="Differences in settings" id="different">
        ${data.settings.length === 0 ? html`<${Empty}>None: the experiments are the same.</${Empty}>`
      : html`<div class="scroll"><table class="list settings-table"><thead><tr>
        <th>setting</th>${data.runs.map((run) => html`<th key=${run.id}>${called.get(run.id)}</th>`)}</tr></thead>
        <tbody>${data.settings.map(({ name, values }) => html`<tr key=${name}>
          <td>${name}</td>${values.map((value) => html`<td>
            ${value === null || value === undefined ? '–' : breakable(typeof value === 'object' ? JSON.stringify(value) : String(value))}</td>`)}</tr>`)}
            </tbody></table></div>`}</${Section}>`;
}

export function Compare() {
  const [text, setText] = useRemembered('runs');
  const ids = text.split(',').filter(Boolean);
  return html`<div class="page-head"><h1 tabindex="-1">Compare runs</h1>${ids.length > 1 && html`<div class="actions">
    <button onClick=${() => setText('')}>Choose others</button>
      <${Copy} text=${location.href} label="Copy a link to this view"/></div>`}</div>
    ${ids.length < 2 ? html`<${Chooser} onChosen=${setText}/>` : html`<${Compared} key=${text} ids=${ids}/>`}`;
}
