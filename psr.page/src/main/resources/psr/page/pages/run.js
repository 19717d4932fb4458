// One run: curves that grow as trials finish, the table, claims, failures, times, origin, and actions.

import { create, download, get, patch, post } from '../api.js';
import { onEvent } from '../events.js';
import { bytes, count, duration, moment, number, whole, withError } from '../format.js';
import { Action, Badge, Copy, Facts, Loading, Progress, Section, TimeLeft, Trouble } from '../parts/common.js';
import { CurvePanel, useView } from '../parts/curve-panel.js';
import { Report } from '../parts/report.js';
import { best, byMeasure, byMetric, seriesOf, stylesOf } from '../parts/results.js';
import { active, RunActions, Tags } from '../parts/runs.js';
import { ComputedBy } from '../parts/workers.js';
import { labeled } from '../recipe.js';
import { about, changesAll, useLast, useResource } from '../resource.js';
import { useRemembered } from '../router.js';
import { html, useEffect, useMemo, useRef, useState } from '../view.js';

const NONE = [];
const MANY = 8; // with more recipes, they can be filtered
const labelsOf = (text) => JSON.parse(text);
const KNOWN_FILES = {
  'report.html': 'the report', 'summary.csv': 'means and standard errors', 'trials.jsonl': 'every trial', 'times.csv': 'seconds per stage',
  'claims.csv': 'verdicts', 'experiment.json': 'the record of the run',
};
const ORACLE = 'oracle'; // the server's name of the true model
const AHEAD = 30; // number of measures that are read in advance
const OPEN = 4; // number of metrics whose tables are open at first
const OUTCOMES = { reproduced: 'good', 'not reproduced': 'bad', undecided: 'open' };

function ResultTable({ rows, measures }) {
  const better = new Map(measures.map((measure) => [measure.name, measure.better]));
  const last = byMeasure(rows);
  const winners = new Set([...last].flatMap(([measure, own]) => best(own, better.get(measure))));
  const cells = new Map([...last.values()].flat().map((row) => [`${row.recipe}\n${row.measure}`, row]));
  const recipes = [...new Set([...last.values()].flatMap((own) => own.map(({ recipe }) => recipe)))];
  const table = ([metric, names]) => html`<div class="scroll" key=${metric} tabindex="0"><table class="results">
    <thead><tr><th>recipe</th><th class="num">iteration</th>${names.map((name) => html`<th key=${name} class="num">${name}${
      better.get(name) && better.get(name) !== 'neither' && html` <span class="quiet"
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
    <p class="quiet">Mean ± standard error at the last iteration; the best of each measure is highlighted.</p>`;
}

/** The subject of a claim: a recipe or the true model, at its last iteration unless stated otherwise. */
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
    <div class="scroll" tabindex="0"><table class="list"><thead><tr><th>claim</th><th>verdict</th><th class="wide">corrected</th>
      <th class="num">difference</th><th class="num wide">effect</th><th class="num wide">trials</th></tr></thead>
    <tbody>${data.items.map((claim) => html`<tr key=${claim.id}><td>${claim.words || claim.id}
      <div class="quiet">${claim.measure}: ${place(claim.subject)} ${claim.expected} ${place(claim.reference)}${claim.margin ? `, margin ${claim.margin}` : ''}</div></td>
      <td><span class=${`verdict is-${OUTCOMES[claim.outcome] ?? 'open'}`}>${claim.outcome ?? 'not yet'}</span>
        ${claim.contested && html`<div class="quiet">contested: only ${claim.agreeing} of ${claim.trials} trials agree with the mean</div>`}</td>
        <td class="wide">${claim.corrected}</td>
      <td class="num">${withError(claim.mean, claim.stderr)}</td><td class="num wide">${number(claim['effect-size'])}</td>
        <td class="num wide">${claim.trials}</td></tr>`)}</tbody></table></div>
    ${active(run) && html`<p class="quiet">Verdicts may change until the last trial.</p>`}</${Section}>`;
}

/** Counters and failures, summed over the trials. */
function Troubles({ id }) {
  const { data } = useResource(`/runs/${id}/counts`, (event) => event.type === 'trial' && event.data?.run === id);
  const items = data?.items ?? NONE;
  const counts = items.filter(({ kind }) => kind === 'counter');
  if (items.length === 0) return null;
  return html`<${Section} title="Failures and counters" id="troubles">
    ${items.filter(({ kind }) => kind !== 'counter').map(({ recipe, what, count: n }) => html`<div class="trouble"><p>
      <b>${recipe}</b> ${what} <span class="quiet">(${count(n, 'trial')})</span></p></div>`)}
    ${counts.length > 0 && html`<div class="scroll" tabindex="0"><table class="list narrow"><thead><tr><th>recipe</th><th>what happened</th>
      <th class="num">how often</th></tr></thead>
      <tbody>${counts.map(({ recipe, what, count: n }, i) => html`<tr><td>${counts[i - 1]?.recipe === recipe ? '' : recipe}</td><td>${what}</td>
        <td class="num">${whole(n)}</td></tr>`)}</tbody></table></div>`}</${Section}>`;
}

function Times({ id }) {
  const { data } = useResource(`/runs/${id}/times`, (event) => event.type === 'trial' && event.data?.run === id);
  if (!data || data.items.length === 0) return null;
  const longest = Math.max(...data.items.map(({ seconds }) => seconds ?? 0));
  return html`<${Section} title="Seconds per stage" id="times"><div class="scroll" tabindex="0"><table class="list narrow"><thead><tr><th>recipe</th>
    <th>stage</th><th class="num">seconds</th><th><span class="unseen">as a bar</span></th></tr></thead>
    <tbody>${data.items.map((row, i) => html`<tr key=${i}><td>${data.items[i - 1]?.recipe === row.recipe ? '' : row.recipe}</td>
      <td>${row.stage}</td><td class="num">${withError(row.seconds, row.stderr)}</td>
      <td class="bar-cell"><div class="bar"
            style=${{ width: `${longest ? (100 * row.seconds) / longest : 0}%` }}></div></td></tr>`)}</tbody></table></div></${Section}>`;
}

function Files({ id, name, state }) {
  // While the run writes its folder, it changes too often to be listed.
  const { data } = useResource(active({ state }) ? null : `/runs/${id}/files`, about('run', id));
  const items = data?.items ?? [];
  const first = items.filter((file) => KNOWN_FILES[file.name]);
  const figures = items.filter((file) => !KNOWN_FILES[file.name] && !file.name.startsWith('.'));
  const [reading, read] = useState(false);
  return html`${items.some((file) => file.name === 'report.html') && html`<${Section} title="Report" id="report" aside=${html`<button class="small"
        aria-expanded=${reading} onClick=${() => read(!reading)}>${reading ? 'Close the report' : 'Read the report'}</button>`}>
      ${reading ? html`<${Report} path=${`/runs/${id}/files/report.html`}/>` : html`<p class="quiet">Figures, tables and verdicts on one page, as a separate file below.</p>`}
      </${Section}>`}
    <${Section} title="Downloads" id="files"><div class="downloads">
    ${first.map((file) => html`<${Action} key=${file.name} title=${KNOWN_FILES[file.name]}
          onClick=${() => download(`/runs/${id}/files/${file.name}`, `${name}-${file.name}`)}>${file.name} <span
          class="quiet">${bytes(file.bytes)}</span></${Action}>`)}
    <${Action} title="all files, to archive or to continue elsewhere" onClick=${() => download(`/runs/${id}/folder`, `${name}.zip`)}>run folder <span
          class="quiet">zip</span></${Action}></div>
    ${figures.length > 0 && html`<details><summary>${count(figures.length, 'figure')}</summary>
      <div class="downloads">${figures.map((file) => html`<${Action} key=${file.name} kind="small"
      onClick=${() => download(`/runs/${id}/files/${file.name.split('/').map(encodeURIComponent).join('/')}`, file.name.split('/').pop())}>
          ${file.name}</${Action}>`)}</div></details>`}
    ${active({ state }) && html`<p class="quiet">The report is written when the run ends.</p>`}</${Section}>`;
}

function Origin({ id, run }) {
  const { data } = useResource(`/runs/${id}/provenance`, about('run', id));
  const text = useMemo(() => JSON.stringify(run.experiment ?? {}, null, 2), [run.experiment]);
  const times = { started: run.started && moment(run.started), ended: run.ended && moment(run.ended) };
  const tabled = new Set((run.bundles ?? []).map((bundle) => `bundle ${bundle.name}`));
  const others = Object.fromEntries(Object.entries(data ?? {}).filter(([name]) => !tabled.has(name)));
  return html`<${Section} title="Origin" id="origin"><div class="two">
    <div><${Facts} of=${{ submitted: moment(run.submitted), ...times, by: run.by, priority: run.priority, ...others, ...times }}/>
      ${run.bundles?.length > 0 && html`<details><summary>${count(run.bundles.length, 'bundle')}</summary><table class="list narrow">
        <tbody>${run.bundles.map((bundle) => html`<tr key=${bundle.name}><td>${bundle.name}</td>
        <td class="num">${bundle.version}</td><td>
          <code title=${bundle.sha256}>${(bundle.sha256 ?? '').slice(0, 12)}</code></td></tr>`)}</tbody></table></details>`}</div>
    <div><div class="code-head"><h3>The experiment</h3><${Copy} text=${text}/>
      <a class="button small" href=${`#/new?run=${encodeURIComponent(id)}`}>Change and run</a></div>
      <pre class="code" tabindex="0">${text}</pre></div></div></${Section}>`;
}

/** More trials: first those that were planned and are missing, then as many again. */
function More({ id, done, total, onDone }) {
  const [trials, setTrials] = useState(done < total ? total : total * 2);
  const go = async () => {
    if (Number(trials) === total && done < total) await post(`/runs/${id}/resume`);
    else await create(`/runs/${id}/more`, { trials: Number(trials) });
    onDone();
  };
  return html`<div class="inline-form">
    <label>total trials <input type="number" min=${done < total ? total : total + 1} value=${trials} onInput=${(event) => setTrials(event.target.value)}/></label>
    <${Action} kind="primary" onClick=${go}>Run them</${Action}><button class="plain" onClick=${onDone}>Cancel</button></div>`;
}

/** Edits the name, the tags and the notes of a run and, until it has ended, its priority. */
function Change({ run, onDone }) {
  const [name, setName] = useState(run.name);
  const [priority, setPriority] = useState(String(run.priority));
  const [tags, setTags] = useState((run.tags ?? []).join(', '));
  const [notes, setNotes] = useState(run.notes ?? '');
  const save = async () => {
    const change = {};
    if (name !== run.name) change.name = name;
    if (tags !== (run.tags ?? []).join(', ')) change.tags = tags.split(/[\s,]+/).filter(Boolean);
    if (notes !== run.notes) change.notes = notes;
    if (active(run) && priority !== String(run.priority)) change.priority = /^-?\d+$/.test(priority) ? Number(priority) : priority;
    if (Object.keys(change).length > 0) await patch(`/runs/${run.id}`, change);
    onDone();
  };
  return html`<div class="inline-form" role="group" aria-label="Change the run">
    <label>Name <input type="text" class="long" maxlength="200" value=${name} onInput=${(event) => setName(event.target.value)}/></label>
    ${active(run) && html`<label title="runs with a higher number go first">priority <input type="number" min="-1000" max="1000" value=${priority}
          onInput=${(event) => setPriority(event.target.value)}/></label>`}
    <label>tags <input type="text" class="tags-field" value=${tags} placeholder="draft, rank" onInput=${(event) => setTags(event.target.value)}/></label>
    <label class="notes-field">notes <textarea rows="2" maxlength="10000" value=${notes} onInput=${(event) => setNotes(event.target.value)}></textarea></label>
    <${Action} kind="primary" onClick=${save}>Save</${Action}><button class="plain" onClick=${onDone}>Cancel</button></div>`;
}

function useDoing(id) {
  const [doing, set] = useState(null);
  useEffect(() => onEvent(({ type, data }) => type === 'progress' && data?.run === id && set(data)), [id]);
  return doing;
}

/** The address of the curves of one measure, which are a small part of all curves. */
function curvesAt(path, { measure, reference }) {
  if (!measure) return null;
  return `${path}/curves?measure=${encodeURIComponent(measure)}${reference ? `&reference=${encodeURIComponent(reference)}` : ''}`;
}

/** The curves of the measure in view. If the run has ended, the other measures are read in advance while the page is idle. */
function useCurves(path, view, measures, run, grows) {
  const known = useRef(new Map());
  const ended = Boolean(run) && !active(run);
  const read = async (at, options) => {
    const data = known.current.get(at) ?? await get(at, options);
    if (ended) known.current.set(at, data);
    return data;
  };
  const curves = useResource(curvesAt(path, view), (event) => {
    if (!grows(event)) return false;
    known.current.clear();
    return true;
  }, read);
  useEffect(() => onEvent((event) => changesAll(event) && known.current.clear()), []);
  const ready = ended && curves.data !== null;
  useEffect(() => {
    if (!ready) return undefined;
    const control = new AbortController();
    const ahead = async () => {
      for (const measure of measures.slice(0, AHEAD)) {
        const at = curvesAt(path, { measure, reference: '' });
        await new Promise((resume) => setTimeout(resume, 150));
        if (control.signal.aborted) return;
        if (!known.current.has(at)) known.current.set(at, await get(at, { signal: control.signal }));
      }
    };
    ahead().catch(() => {}); // it is read again when it is needed, and the error is shown then
    return () => control.abort();
  }, [ready, measures]);
  return curves;
}

export function Run({ id, info }) {
  const path = `/runs/${encodeURIComponent(id)}`;
  const { data: run, problem, reload } = useResource(path, about('run', id));
  const grows = (event) => (event.type === 'trial' && event.data?.run === id) || about('run', id)(event);
  const [drawn, isDrawn] = useState(false);
  const summary = useResource(drawn ? `${path}/summary?last=true` : null, grows);
  const rows = useMemo(() => summary.data?.rows ?? NONE, [summary.data]);
  const measures = useMemo(() => (run?.measures ?? NONE).map(({ name }) => name), [run?.measures]);
  const view = useView(measures);
  const recipes = useMemo(() => [...new Set(rows.map(({ recipe }) => recipe))], [rows]);
  const labels = JSON.stringify([...(run?.experiment?.recipes ?? NONE).map((recipe) => labeled(recipe).label), ORACLE]);
  const styles = useMemo(() => stylesOf(JSON.parse(labels)), [labels]);
  const curves = useCurves(path, view, measures, run, grows);
  const [asking, ask] = useState(null);
  const doing = useDoing(id);
  const last = useLast(curves.data);
  const shown = last?.curves ?? NONE;
  const [words, setWords] = useRemembered('recipe');
  const all = useMemo(() => seriesOf(shown, styles), [shown, styles]);
  const series = useMemo(() => (words ? all.filter(({ label }) => label.toLowerCase().includes(words.toLowerCase())) : all), [all, words]);
  // A browser sends six requests at once: nothing may delay the curves.
  useEffect(() => isDrawn((before) => before || last !== null || Boolean(curves.problem) || (Boolean(run) && measures.length === 0)));
  // Created once: another measure redraws the curves only.
  const filtered = useMemo(() => (words ? rows.filter(({ recipe }) => recipe.toLowerCase().includes(words.toLowerCase())) : rows), [rows, words]);
  const below = useMemo(() => run && drawn && html`${rows.length > 0 && html`<${Section} title="Table" id="table">
      <${ResultTable} rows=${filtered} measures=${run.measures ?? NONE}/></${Section}>`}
    <${Claims} id=${id} run=${run}/><${Troubles} id=${id}/><${Times} id=${id}/><${Files} id=${id} name=${run.name} state=${run.state}/>
    <${Origin} id=${id} run=${run}/>`, [id, filtered, run, drawn]);
  if (problem && !run) return html`<h1 tabindex="-1">Run</h1><${Trouble} problem=${problem}/>`;
  if (!run) return html`<h1 tabindex="-1">Run</h1><${Loading} what="the run"/>`;
  const { done, total, running } = run.trials;
  const asked = () => {
    ask(null);
    reload();
  };
  const better = run.measures?.find(({ name }) => name === view.measure)?.better;
  return html`<div class="page-head"><div><h1 tabindex="-1">${run.name}</h1><p class="description">${run.experiment?.description}</p>
      <${Tags} tags=${run.tags}/>${run.notes && html`<p class="notes">${run.notes}</p>`}</div>
      ${info?.role !== 'read' && html`<${RunActions} run=${run} onChange=${reload} onAsk=${ask}/>`}</div>
    ${asking === 'more' && html`<${More} id=${id} done=${done} total=${total} onDone=${asked}/>`}
    ${asking === 'change' && html`<${Change} run=${run} onDone=${asked}/>`}
    <div class="run-state"><${Badge} state=${run.state}/><span class="num">${done} of ${count(total, 'trial')}</span>
      ${active(run) && run.priority !== 0 && html`<span class="quiet num">priority ${run.priority}</span>`}
      <${Progress} share=${total ? done / total : 0} label="Trials done"/>
      <span class="doing">${run.state === 'running' && (doing ? `${doing.recipe}${doing.iteration ? `, iteration ${doing.iteration}` : ''}` : running ? `${running} at once` : '')}</span>
      ${run.state === 'running' && html`<${TimeLeft} seconds=${run['seconds-left']}/>`}
      ${run.started && run.ended && html`<span class="quiet num">${duration((Date.parse(run.ended) - Date.parse(run.started)) / 1000)}</span>`}</div>
    ${run.failure && html`<div class="trouble" role="alert"><p>${run.failure}</p></div>`}
    ${run['waiting-for'] && html`<div class="notice">
      <p>Waits for ${run['waiting-for']}. It continues automatically when that is installed; or restart it with the installed bundles.</p></div>`}
    ${run.state === 'cancelled' && !run.removed && html`<div class="notice"><p>Cancelled. The finished trials remain; <b>Resume</b> continues with the others.</p></div>`}
    ${(run.remarks ?? []).map((remark) => html`<div class="notice"><p>${remark}</p></div>`)}
    <${Trouble} problem=${summary.problem ?? curves.problem}/>
    ${labelsOf(labels).length > MANY && html`<div class="toolbar"><input type="search" aria-label="Filter recipes" placeholder="Filter recipes" value=${words} onInput=${(event) => setWords(event.target.value)}/>
      ${words && html`<span class="quiet">${series.length} of ${all.length}</span>`}</div>`}
    <${CurvePanel} view=${view} measures=${measures} series=${series} better=${better} references=${recipes} name=${run.name}
      empty=${curves.data === null ? 'Reading …' : active(run) ? 'Curves appear with the first finished trial.' : 'Nothing was measured; see below.'}/>
    <${ComputedBy} run=${run}/>
    ${below}`;
}
