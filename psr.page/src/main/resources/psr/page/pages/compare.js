// Several runs side by side: their differences in settings, and their curves in one chart. The address contains the whole
// view.

import { get, save } from '../api.js';
import { Copy, Empty, Loading, Section, Trouble } from '../parts/common.js';
import { CurvePanel, useView } from '../parts/curve-panel.js';
import { best, seriesOf, stylesOf } from '../parts/results.js';
import { RunTable } from '../parts/runs.js';
import { count, number, withError } from '../format.js';
import { useLast, useResource } from '../resource.js';
import { link, useRemembered } from '../router.js';
import { html, useCallback, useMemo, useState } from '../view.js';
import { useRuns } from './home.js';

const NONE = [];

function Chooser({ onChosen }) {
  const { runs, problem } = useRuns('limit=100');
  const [chosen, setChosen] = useState([]);
  return html`<${Trouble} problem=${problem}/><p>Choose two runs or more.</p>
    ${runs && (runs.length === 0 ? html`<${Empty}>There are no runs yet. <a href="#/new">Create an experiment</a>, run it twice, and compare the runs here.</${Empty}>` : html`<${RunTable} runs=${runs} chosen=${chosen}
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

/** The key of a row: the recipe by its content, or the true model of a data set. */
const TRUE = '';
const contentOf = (row) => (row['true-model'] ? TRUE : row.content);

/** The runs by the data that they used: groups of ids, in the order of the runs. */
function byData(data) {
  const groups = new Map();
  data.filter((each) => each.data).forEach((each) => groups.set(each.data, [...(groups.get(each.data) ?? []), each.run]));
  return [...groups.values()];
}

/** A warning if the values of the runs cannot be compared. */
function OtherData({ groups, runs, called }) {
  if (groups.length < 2) return null;
  const setOf = new Map(runs.map((run) => [run.id, run.experiment?.dataset ?? run.dataset]));
  return html`<div class="notice" role="status"><p><b>These runs use different data.</b> Their values cannot be compared with each other:
    a better value may only mean easier data.</p>
    <ul>${groups.map((ids) => html`<li key=${ids[0]}>${ids.map((id) => called.get(id)).join(', ')}: <span class="name">${[...new Set(ids.map((id) => setOf.get(id)))].join(', ')}</span></li>`)}</ul></div>`;
}

const inCsv = (value) => (/[",\n]/.test(String(value ?? '')) ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? ''));

/** All last values, one line each. */
const csvOf = (rows, called, sets) => [['recipe', 'run', 'dataset', 'measure', 'mean', 'stderr', 'trials'],
  ...rows.map((row) => [contentOf(row) || 'true model', called.get(row.run), sets.get(row.run), row.measure, row.mean, row.stderr, row.trials])]
  .map((line) => line.map(inCsv).join(',')).join('\n') + '\n';

const inTex = (text) => String(text).replace(/[\\&%$#_{}~^]/g, (mark) => ({ '\\': '\\textbackslash{}', '~': '\\textasciitilde{}', '^': '\\textasciicircum{}' }[mark] ?? `\\${mark}`));

/** The table of one measure for LaTeX with booktabs; the best value is bold. */
function texOf(measure, runs, recipes, cell, winners, called) {
  const value = (row) => {
    if (!row || row.mean === null) return '--';
    const text = row.stderr === null ? number(row.mean) : `${number(row.mean)} \\pm ${number(row.stderr)}`;
    return winners.includes(row) ? `$\\mathbf{${text.replaceAll('−', '-')}}$` : `$${text.replaceAll('−', '-')}$`;
  };
  const line = (recipe) => `${inTex(recipe || 'true model')} & ${runs.map((run) => value(cell(run, recipe))).join(' & ')} \\\\`;
  return [`% ${measure}: mean and standard error at the last iteration`, `\\begin{tabular}{l${'r'.repeat(runs.length)}}`, '\\toprule',
    `${inTex(measure)} & ${runs.map((run) => inTex(called.get(run.id))).join(' & ')} \\\\`, '\\midrule', ...recipes.map(line), '\\bottomrule', '\\end{tabular}', ''].join('\n');
}

/** Differences from the first run, trial by trial. */
function Paired({ ids, measure, called, grows }) {
  const { data, problem } = useResource(measure && `/compare/differences?runs=${ids.map(encodeURIComponent).join(',')}&measure=${encodeURIComponent(measure)}`, grows);
  const rows = data?.rows ?? NONE;
  if (problem) return html`<${Trouble} problem=${problem}/>`;
  if (rows.length === 0) return null;
  const recipes = [...new Set(rows.map(({ recipe }) => recipe))];
  const others = ids.filter((id) => rows.some(({ run }) => run === id));
  return html`<${Section} title="Paired differences" id="paired"><p class="quiet">${measure} of each run minus that of ${called.get(data.reference)}, in trials with the same data.
      An interval of two standard errors that excludes zero is marked.</p>
    <div class="scroll" tabindex="0"><table class="results"><thead><tr><th>recipe</th>${others.map((id) => html`<th key=${id} class="num">${called.get(id)}</th>`)}</tr></thead>
      <tbody>${recipes.map((recipe) => html`<tr key=${recipe}><td>${recipe || 'true model'}</td>${others.map((id) => {
        const row = rows.find((one) => one.run === id && one.recipe === recipe);
        const sure = row?.stderr > 0 && Math.abs(row.mean) > 2 * row.stderr;
        return html`<td key=${id} class=${`num${sure ? ' best' : ''}`}>${row ? html`${withError(row.mean, row.stderr)} <span class="quiet">(${row.trials})</span>` : '–'}</td>`;
      })}</tr>`)}</tbody></table></div></${Section}>`;
}

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
  const groups = useMemo(() => byData(data?.data ?? NONE), [data]);
  // On the same data there is one true model, whose curve is drawn once.
  const first = (row) => groups.every((group) => !group.includes(row.run) || group[0] === row.run);
  const of = (row) => {
    const run = called.get(row.run) ?? row.run;
    if (!row['true-model']) return `${row.recipe} · ${run}`;
    return groups.length > 1 ? `true model · ${run}` : 'true model';
  };
  const series = useMemo(() => {
    const lines = seriesOf(drawn.filter((curve) => !curve['true-model'] || first(curve)), stylesOf(newest.map(of)), of);
    const models = lines.filter(({ reference }) => reference).map(({ key }) => key);
    // Several true models are distinguished by their colors.
    return lines.map((line) => (line.reference && models.length > 1 ? { ...line, reference: false } : line));
  }, [drawn, newest, called, groups]);
  if (problem && !data) return html`<${Trouble} problem=${problem}/>`;
  if (!data) return html`<${Loading} what="the runs"/>`;
  const better = data.runs.flatMap((run) => run.measures ?? []).find(({ name }) => name === view.measure)?.better;
  const last = newest.filter(({ measure }) => measure === view.measure);
  // On other data other values are good.
  const winners = groups.length > 1 ? NONE : best(last, better);
  const recipes = [...new Set(last.map(contentOf))].sort((a, b) => (a === TRUE) - (b === TRUE));
  const labels = (recipe) => [...new Set(last.filter((row) => contentOf(row) === recipe && row.recipe !== recipe && !row['true-model']).map((row) => row.recipe))];
  const cell = (run, recipe) => last.find((one) => one.run === run.id && contentOf(one) === recipe);
  const done = new Map(data.data.map(({ run, trials }) => [run, trials]));
  const sets = new Map(data.runs.map((run) => [run.id, run.experiment?.dataset ?? run.dataset]));
  const file = (text, ending) => save(new Blob([text], { type: 'text/plain' }), `comparison-${view.measure}.${ending}`);
  return html`<${Trouble} problem=${problem ?? curves.problem}/>
    <${OtherData} groups=${groups} runs=${data.runs} called=${called}/>
    <${CurvePanel} view=${view} measures=${measures} series=${series} better=${better} name="compared" empty="No trial has finished."/>
    <${Section} title="Last values" id="values" aside=${html`<div class="actions"><button class="small" onClick=${() => file(csvOf(newest, called, sets), 'csv')}>CSV</button>
      <button class="small" onClick=${() => file(texOf(view.measure, data.runs, recipes, cell, winners, called), 'tex')}>LaTeX</button></div>`}>
      <div class="scroll"><table class="results"><thead><tr>
      <th>${view.measure}</th>${data.runs.map((run) => html`<th key=${run.id} class="num">
      <a href=${link('runs', run.id)}>${called.get(run.id)}</a><div class="quiet">${done.get(run.id)} of ${count(run.trials.total, 'trial')} completed</div></th>`)}</tr></thead>
      <tbody>${recipes.map((recipe) => html`<tr key=${recipe} class=${recipe === TRUE ? 'oracle-row' : ''}><td>${recipe || 'true model'}
        ${labels(recipe).length > 0 && html`<div class="quiet measure-help">${labels(recipe).join(', ')}</div>`}</td>${data.runs.map((run) => {
        const row = cell(run, recipe);
        return html`<td key=${run.id} class=${`num${winners.includes(row) ? ' best' : ''}`}>${row ? withError(row.mean, row.stderr) : '–'}</td>`;
      })}</tr>`)}</tbody></table></div></${Section}>
    ${groups.some((group) => group.length > 1) && html`<${Paired} ids=${ids} measure=${view.measure} called=${called} grows=${grows}/>`}
    <${Section} title="Differences in settings" id="different">
        ${data.settings.length === 0 ? html`<${Empty}>None: the experiments are the same.</${Empty}>`
      : html`<div class="scroll" tabindex="0"><table class="list settings-table"><thead><tr>
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
