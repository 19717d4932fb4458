// One run: its curves grow as trials finish; the table, claims, failures, times, where it came from, and what can be done.

import { all, create, download } from '../api.js';
import { onEvent } from '../events.js';
import { bytes, count, duration, moment, number, withError } from '../format.js';
import { Action, Badge, Copy, Facts, Loading, Progress, Section, TimeLeft, Trouble } from '../parts/common.js';
import { CurvePanel, useView } from '../parts/curve-panel.js';
import { best, byMeasure, byMetric, lastRows, seriesOf, stylesOf } from '../parts/results.js';
import { active, RunActions } from '../parts/runs.js';
import { about, useResource } from '../resource.js';
import { html, useEffect, useMemo, useState } from '../view.js';

const NONE = [];
const KNOWN_FILES = {
  'report.html': 'the report', 'summary.csv': 'means and standard errors', 'trials.jsonl': 'every trial', 'times.csv': 'seconds by stage',
  'claims.csv': 'verdicts', 'experiment.json': 'the record of the run',
};
const OPEN = 4; // metrics whose tables are open at once
const OUTCOMES = { reproduced: 'good', 'not reproduced': 'bad', undecided: 'open' };

function ResultTable({ rows, measures }) {
  const better = new Map(measures.map((measure) => [measure.name, measure.better]));
  const last = byMeasure(lastRows(rows));
  const winners = new Set([...last].flatMap(([measure, own]) => best(own, better.get(measure))));
  const cells = new Map([...last.values()].flat().map((row) => [`${row.recipe}\n${row.measure}`, row]));
  const recipes = [...new Set([...last.values()].flatMap((own) => own.map(({ recipe }) => recipe)))];
  const table = ([metric, names]) => html`<div class="scroll" key=${metric}><table class="results">
    <thead><tr><th>recipe</th><th class="num">iteration</th>${names.map((name) => html`<th key=${name} class="num">${name}${
      better.get(name) && better.get(name) !== 'none' && html` <span class="quiet"
            title=${`${better.get(name)} is better`}>${better.get(name) === 'lower' ? '↓' : '↑'}</span>`}</th>`)}
        <th class="num">trials</th></tr></thead>
    <tbody>${recipes.map((recipe) => {
      const own = names.map((name) => cells.get(`${recipe}\n${name}`));
      const some = own.find(Boolean);
      return some && html`<tr key=${recipe} class=${some['true-model'] ? 'oracle-row' : ''}><td>${recipe}</td><td class="num">${some.iteration}</td>
        ${own.map((row, i) => {
          const isBest = winners.has(row);
          return html`<td key=${names[i]}
                class=${`num${isBest ? ' best' : ''}`}>${row ? withError(row.mean, row.stderr) : '–'}${isBest && html`<span
                class="unseen"> best</span>`}</td>`;
        })}<td class="num">${some.trials}</td></tr>`;
    })}</tbody></table></div>`;
  const groups = byMetric([...last.keys()]);
  return html`${groups.slice(0, OPEN).map(table)}
    ${groups.length > OPEN && html`<details>
      <summary>${count(groups.length - OPEN, 'more metric')}</summary>${groups.slice(OPEN).map(table)}</details>`}
    <p class="quiet">Mean ± standard error at the last iteration; the best of each measure stands out.</p>`;
}

/** Where a claim looks: a recipe, or the true model, at its last iteration unless it says otherwise. */
function place({ recipe, 'true-model': oracle, when }) {
  return `${oracle ? 'oracle' : recipe}${when === 'last' ? '' : ` at its ${when} iteration`}`;
}

function Claims({ id, run }) {
  const { data, problem } = useResource(`/runs/${id}/claims`, about('run', id));
  if (problem) return html`<${Trouble} problem=${problem}/>`;
  if (!data || data.items.length === 0) return null;
  const tally = (outcome) => data.items.filter((claim) => claim.outcome === outcome).length;
  return html`<${Section} title="Claims" id="claims" aside=${html`<span
        class="quiet">${tally('reproduced')} reproduced, ${tally('not reproduced')} not, ${tally('undecided')} undecided</span>`}>
    <div class="scroll"><table class="list"><thead><tr><th>claim</th><th>verdict</th><th class="wide">corrected</th>
      <th class="num">difference</th><th class="num wide">effect</th><th class="num wide">trials</th></tr></thead>
    <tbody>${data.items.map((claim) => html`<tr key=${claim.id}><td>${claim.words || claim.id}
      <div class="quiet">${claim.measure}: ${place(claim.subject)} ${claim.expected} ${place(claim.reference)}${claim.margin ? `, margin ${claim.margin}` : ''}</div></td>
      <td><span class=${`verdict is-${OUTCOMES[claim.outcome] ?? 'open'}`}>${claim.outcome ?? 'not yet'}</span></td>
        <td class="wide">${claim.corrected}</td>
      <td class="num">${withError(claim.mean, claim.stderr)}</td><td class="num wide">${number(claim['effect-size'])}</td>
        <td class="num wide">${claim.trials}</td></tr>`)}</tbody></table></div>
    ${active(run) && html`<p class="quiet">Verdicts may change until the last trial.</p>`}</${Section}>`;
}

/** Counters and failures, added up over the trials. */
function Troubles({ id }) {
  const { data } = useResource(`/runs/${id}/trials?limit=500`, (event) => event.type === 'trial' && event.data?.run === id, all);
  const { failures, counts, unmeasured } = useMemo(() => {
    const sums = new Map();
    const reasons = new Map();
    const metrics = new Map();
    const add = (map, key, n) => map.set(key, (map.get(key) ?? 0) + n);
    for (const line of data ?? []) {
      Object.entries(line.counts ?? {}).forEach(([what, n]) => add(sums, JSON.stringify([line.recipe, what]), n));
      if (line.failure) add(reasons, JSON.stringify([line.recipe, line.failure]), 1);
      Object.entries(line.unmeasured ?? {}).forEach(([metric, why]) => add(metrics, JSON.stringify([line.recipe, `${metric} was not measured: ${why}`]), 1));
    }
    const list = (map) => [...map].map(([key, n]) => [...JSON.parse(key), n]);
    return { counts: list(sums), failures: list(reasons), unmeasured: list(metrics) };
  }, [data]);
  if (failures.length + counts.length + unmeasured.length === 0) return null;
  return html`<${Section} title="Failures and counters" id="troubles">
    ${[...failures, ...unmeasured].map(([recipe, why, n]) => html`<div class="trouble"><p>
      <b>${recipe}</b> ${why} <span class="quiet">(${count(n, 'trial')})</span></p></div>`)}
    ${counts.length > 0 && html`<div class="scroll"><table class="list narrow"><thead><tr><th>recipe</th><th>what happened</th>
      <th class="num">how often</th></tr></thead>
      <tbody>${counts.map(([recipe, what, n]) => html`<tr><td>${recipe}</td><td>${what}</td>
        <td class="num">${n.toLocaleString('en-GB')}</td></tr>`)}</tbody></table></div>`}</${Section}>`;
}

function Times({ id }) {
  const { data } = useResource(`/runs/${id}/times`, (event) => event.type === 'trial' && event.data?.run === id);
  if (!data || data.items.length === 0) return null;
  const longest = Math.max(...data.items.map(({ seconds }) => seconds ?? 0));
  return html`<${Section} title="Seconds by stage" id="times"><div class="scroll"><table class="list narrow"><thead><tr><th>recipe</th>
    <th>stage</th><th class="num">seconds</th><th><span class="unseen">as a bar</span></th></tr></thead>
    <tbody>${data.items.map((row, i) => html`<tr key=${i}><td>${data.items[i - 1]?.recipe === row.recipe ? '' : row.recipe}</td>
      <td>${row.stage}</td><td class="num">${withError(row.seconds, row.stderr)}</td>
      <td class="bar-cell"><div class="bar"
            style=${{ width: `${longest ? (100 * row.seconds) / longest : 0}%` }}></div></td></tr>`)}</tbody></table></div></${Section}>`;
}

function Files({ id, name, state }) {
  // While it is written, the folder changes too often to be listed.
  const { data } = useResource(active({ state }) ? null : `/runs/${id}/files`, about('run', id));
  const items = data?.items ?? [];
  const first = items.filter((file) => KNOWN_FILES[file.name]);
  const figures = items.filter((file) => !KNOWN_FILES[file.name] && !file.name.startsWith('.'));
  return html`<${Section} title="Downloads" id="files"><div class="downloads">
    ${first.map((file) => html`<${Action} key=${file.name} title=${KNOWN_FILES[file.name]}
          onClick=${() => download(`/runs/${id}/files/${file.name}`, `${name}-${file.name}`)}>${file.name} <span
          class="quiet">${bytes(file.bytes)}</span></${Action}>`)}
    <${Action} title="everything, to keep or to go on elsewhere" onClick=${() => download(`/runs/${id}/folder`, `${name}.zip`)}>run folder <span
          class="quiet">zip</span></${Action}></div>
    ${figures.length > 0 && html`<details><summary>${count(figures.length, 'figure')}</summary>
      <div class="downloads">${figures.map((file) => html`<${Action} key=${file.name} kind="small"
      onClick=${() => download(`/runs/${id}/files/${file.name.split('/').map(encodeURIComponent).join('/')}`, file.name.split('/').pop())}>
          ${file.name}</${Action}>`)}</div></details>`}
    ${active({ state }) && html`<p class="quiet">The report comes when the run has ended.</p>`}</${Section}>`;
}

function Origin({ id, run }) {
  const { data } = useResource(`/runs/${id}/provenance`, about('run', id));
  const text = useMemo(() => JSON.stringify(run.experiment ?? {}, null, 2), [run.experiment]);
  // Bundles have a table of their own.
  const others = Object.fromEntries(Object.entries(data ?? {}).filter(([name]) => !name.startsWith('bundle ')));
  return html`<${Section} title="Where it came from" id="origin"><div class="two">
    <div><${Facts} of=${{ submitted: moment(run.submitted), started: moment(run.started), ended: moment(run.ended), by: run.by, priority: run.priority, ...others }}/>
      ${run.bundles && html`<details><summary>${count(run.bundles.length, 'bundle')}</summary><table class="list narrow">
        <tbody>${run.bundles.map((bundle) => html`<tr key=${bundle.name}><td>${bundle.name}</td>
        <td class="num">${bundle.version}</td><td>
          <code title=${bundle.sha256}>${(bundle.sha256 ?? '').slice(0, 12)}</code></td></tr>`)}</tbody></table></details>`}</div>
    <div><div class="code-head"><h3>The experiment</h3><${Copy} text=${text}/>
      <a class="button small" href=${`#/new?run=${encodeURIComponent(id)}`}>Change and run</a></div>
      <pre class="code" tabindex="0">${text}</pre></div></div></${Section}>`;
}

function More({ id, total, onDone }) {
  const [trials, setTrials] = useState(total * 2);
  const go = async () => {
    await create(`/runs/${id}/more`, { trials: Number(trials) });
    onDone();
  };
  return html`<div class="inline-form">
    <label>trials in all <input type="number" min=${total + 1} value=${trials} onInput=${(event) => setTrials(event.target.value)}/></label>
    <${Action} kind="primary" onClick=${go}>Go on</${Action}><button class="plain" onClick=${onDone}>Leave it</button></div>`;
}

function useDoing(id) {
  const [doing, set] = useState(null);
  useEffect(() => onEvent(({ type, data }) => type === 'progress' && data?.run === id && set(data)), [id]);
  return doing;
}

export function Run({ id }) {
  const path = `/runs/${encodeURIComponent(id)}`;
  const { data: run, problem, reload } = useResource(path, about('run', id));
  const grows = (event) => (event.type === 'trial' && event.data?.run === id) || about('run', id)(event);
  const summary = useResource(`${path}/summary`, grows);
  const rows = useMemo(() => summary.data?.rows ?? [], [summary.data]);
  const groups = useMemo(() => byMeasure(rows), [rows]);
  const measures = useMemo(() => (run?.measures?.length ? run.measures.map(({ name }) => name) : [...groups.keys()]), [run?.measures, groups]);
  const view = useView(measures);
  const recipes = useMemo(() => [...new Set(rows.map(({ recipe }) => recipe))], [rows]);
  const differences = useResource(view.reference ? `${path}/differences?reference=${encodeURIComponent(view.reference)}` : null, grows);
  const [asking, ask] = useState(false);
  const doing = useDoing(id);
  const different = useMemo(() => byMeasure(differences.data?.rows ?? NONE), [differences.data]);
  const shown = (view.reference ? different : groups).get(view.measure) ?? NONE;
  const series = useMemo(() => seriesOf(shown, stylesOf(recipes)), [shown, recipes]);
  const table = useMemo(() => html`<${ResultTable} rows=${rows} measures=${run?.measures ?? []}/>`, [rows, run?.measures]);
  if (problem && !run) return html`<h1 tabindex="-1">Run</h1><${Trouble} problem=${problem}/>`;
  if (!run) return html`<h1 tabindex="-1">Run</h1><${Loading} what="the run"/>`;
  const { done, total, running } = run.trials;
  const better = run.measures?.find(({ name }) => name === view.measure)?.better;
  return html`<div class="page-head"><div><h1 tabindex="-1">${run.name}</h1><p class="description">${run.experiment?.description}</p></div>
      <${RunActions} run=${run} onChange=${reload} askMore=${() => ask(true)}/></div>
    ${asking && html`<${More} id=${id} total=${total} onDone=${() => { ask(false); reload(); }}/>`}
    <div class="run-state"><${Badge} state=${run.state}/><span class="num">${done} of ${count(total, 'trial')}</span>
      <${Progress} share=${total ? done / total : 0} label="Trials done"/>
      <span class="doing">${run.state === 'running' && (doing ? `${doing.recipe}${doing.iteration ? `, iteration ${doing.iteration}` : ''}` : running ? `${running} at once` : '')}</span>
      ${run.state === 'running' && html`<${TimeLeft} seconds=${run['seconds-left']}/>`}
      ${run.started && run.ended && html`<span class="quiet num">${duration((Date.parse(run.ended) - Date.parse(run.started)) / 1000)}</span>`}</div>
    ${run.failure && html`<div class="trouble" role="alert"><p>${run.failure}</p></div>`}
    ${run['waiting-for'] && html`<div class="notice">
      <p>Waits for ${run['waiting-for']}. It goes on by itself when that is there; or begin anew with what is present.</p></div>`}
    ${(run.remarks ?? []).map((remark) => html`<div class="notice"><p>${remark}</p></div>`)}
    <${Trouble} problem=${summary.problem ?? differences.problem}/>
    <${CurvePanel} view=${view} measures=${measures} series=${series} better=${better} references=${recipes} name=${run.name}
      empty=${summary.data === null ? 'Reading …' : active(run) ? 'Curves come with the first finished trial.' : 'No trial has finished.'}/>
    ${rows.length > 0 && html`<${Section} title="Table" id="table">${table}</${Section}>`}
    <${Claims} id=${id} run=${run}/><${Troubles} id=${id}/><${Times} id=${id}/><${Files} id=${id} name=${run.name} state=${run.state}/>
      <${Origin} id=${id} run=${run}/>`;
}
