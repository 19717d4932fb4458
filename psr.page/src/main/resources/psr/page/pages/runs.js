// All runs, filtered by text, state, data set and tag, sorted by a column; several runs at once can be compared, tagged, deleted and restored.

import { patch, post, remove, send, wrongWith } from '../api.js';
import { Action, Choice, Empty, FileDrop, Loading, Trouble } from '../parts/common.js';
import { active, RunTable, sorted } from '../parts/runs.js';
import { go, useRemembered } from '../router.js';
import { html, useMemo, useState } from '../view.js';
import { useRuns } from './home.js';

const PAGE = 200;
/** A cancelled run counts as failed, too. */
const FILTERS = { all: () => true, active, done: ({ state }) => state === 'done', failed: ({ state }) => state === 'failed' || state === 'cancelled' };

const contains = (words) => {
  const wanted = words.toLowerCase();
  return ({ name, dataset, notes, tags, best }) => [name, dataset, notes, best?.recipe, ...(tags ?? [])].some((text) => (text ?? '').toLowerCase().includes(wanted));
};

/** A list of the values that occur; nothing if there is no choice. */
function Among({ label, value, options, onChange }) {
  const all = value && !options.includes(value) ? [value, ...options] : options;
  return (all.length > 1 || value) && html`<label>${label} <select class="among" value=${value} onChange=${(event) => onChange(event.target.value)}>
    <option value="">all</option>${all.map((option) => html`<option key=${option} value=${option}>${option}</option>`)}</select></label>`;
}

/** Actions on several runs at once. */
function Together({ runs, trash, writable, onDone }) {
  const [tag, setTag] = useState('');
  const each = (act) => async () => {
    for (const run of runs) await act(run);
    onDone();
  };
  const over = runs.filter((run) => !active(run));
  const add = (run) => patch(`/runs/${run.id}`, { tags: [...new Set([...(run.tags ?? []), tag.trim()])] });
  return html`<div class="inline-form" role="group" aria-label="Chosen runs"><span>${runs.length} chosen</span>
    ${!trash && html`<${Action} kind="primary" disabled=${runs.length < 2} onClick=${() => { location.hash = `#/compare?runs=${runs.map(({ id }) => id).join(',')}`; }}>Compare ${runs.length > 1 ? runs.length : ''}</${Action}>`}
    ${writable && !trash && html`<${Action} disabled=${over.length < runs.length} title=${over.length < runs.length ? 'only runs that have ended' : undefined}
          onClick=${each((run) => remove(`/runs/${run.id}`))}>Move to trash</${Action}>
      <label>tag <input type="text" value=${tag} onInput=${(event) => setTag(event.target.value)}/></label>
      <${Action} disabled=${tag.trim() === ''} onClick=${each(add)}>Add the tag</${Action}>`}
    ${writable && trash && html`<${Action} kind="primary" onClick=${each((run) => post(`/runs/${run.id}/restore`))}>Restore</${Action}>`}
    <button class="plain" onClick=${onDone}>Choose none</button></div>`;
}

export function Runs({ info }) {
  const [limit, setLimit] = useState(PAGE);
  const [filter, setFilter] = useRemembered('state', 'all');
  const [words, setWords] = useRemembered('text');
  const [dataset, setDataset] = useRemembered('data');
  const [tag, setTag] = useRemembered('tag');
  const [sort, setSort] = useRemembered('sort');
  const [chosen, setChosen] = useState([]);
  const [trouble, setTrouble] = useState(null);
  const trash = filter === 'trash';
  const query = [`limit=${limit}`, words && `text=${encodeURIComponent(words)}`, tag && `tag=${encodeURIComponent(tag)}`, trash && 'removed=true'].filter(Boolean).join('&');
  const { runs, listed, problem, reload, next } = useRuns(query, trash);
  const shown = useMemo(() => {
    const named = contains(words);
    return sorted((runs ?? []).filter(FILTERS[filter] ?? FILTERS.all).filter((run) => !words || listed.has(run.id) || named(run))
      .filter((run) => !dataset || run.dataset === dataset).filter((run) => !tag || run.tags?.includes(tag)), sort);
  }, [runs, listed, filter, words, dataset, tag, sort]);
  const values = (of) => [...new Set((runs ?? []).flatMap(of))].filter(Boolean).sort();
  const picked = shown.filter(({ id }) => chosen.includes(id));
  const filtered = words || dataset || tag || filter !== 'all';
  const clear = () => {
    [setWords, setDataset, setTag].forEach((set) => set(''));
    setFilter('all');
  };
  const take = async ([file]) => {
    setTrouble(null);
    try {
      go('runs', (await (await send('POST', '/runs/import', { body: file, type: 'application/zip' })).json()).id);
    } catch (failure) {
      setTrouble(wrongWith(file, failure));
    }
  };
  const done = () => {
    setChosen([]);
    reload();
  };
  return html`<div class="page-head"><h1 tabindex="-1">Runs</h1><div class="actions"><span class="quiet">Choose runs to compare, tag or delete them.</span></div></div>
    <div class="toolbar"><${Choice} label="Which runs" value=${filter} onChange=${setFilter}
          options=${[['all', 'All'], ['active', 'Unfinished'], ['done', 'Done'], ['failed', 'Failed'], ['trash', 'Trash']]}/>
      <input type="search" aria-label="Search runs" placeholder="Name, recipe, tag, note" value=${words}
            onInput=${(event) => setWords(event.target.value)}/>
      <${Among} label="data" value=${dataset} options=${values((run) => run.dataset)} onChange=${setDataset}/>
      <${Among} label="tag" value=${tag} options=${values((run) => run.tags ?? [])} onChange=${setTag}/></div>
    ${picked.length > 0 && html`<${Together} runs=${picked} trash=${trash} writable=${info?.role !== 'read'} onDone=${done}/>`}
    <${Trouble} problem=${problem ?? trouble}/>
    ${!runs && !problem && html`<${Loading} what="runs"/>`}
    ${runs && shown.length === 0 && html`<${Empty}>${trash ? 'The trash is empty.' : filtered ? html`No run is like that. <button class="plain" onClick=${clear}>Show all runs</button>`
      : html`There are no runs yet. <a href="#/new">Create an experiment</a>, or import a run below.`}</${Empty}>`}
    ${shown.length > 0 && html`<${RunTable} runs=${shown} chosen=${chosen} onChosen=${setChosen} sort=${sort} onSort=${setSort} onTag=${setTag}/>`}
    ${next && html`<button onClick=${() => setLimit(limit + PAGE)}>Show more</button>`}
    ${info?.role !== 'read' && html`<${FileDrop} label="Import a run folder" accept=".zip" onFiles=${take}><span>
      <b>Import a run:</b> drop the zip of a run folder here.</span></${FileDrop}>`}`;
}
