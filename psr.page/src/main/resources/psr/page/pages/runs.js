// All runs, filtered by state and by name; selected runs can be compared.

import { send, wrongWith } from '../api.js';
import { Action, Choice, Empty, FileDrop, Loading, Trouble } from '../parts/common.js';
import { active, RunTable } from '../parts/runs.js';
import { go, useRemembered } from '../router.js';
import { html, useState } from '../view.js';
import { useRuns } from './home.js';

/** A cancelled run counts as failed, too. */
const FILTERS = { all: () => true, active, done: ({ state }) => state === 'done', failed: ({ state }) => state === 'failed' || state === 'cancelled' };

export function Runs({ info }) {
  const [limit, setLimit] = useState(50);
  const [filter, setFilter] = useRemembered('state', 'all');
  const [words, setWords] = useRemembered('text');
  const [chosen, setChosen] = useState([]);
  const [trouble, setTrouble] = useState(null);
  const { runs, problem, next } = useRuns(`limit=${limit}${words ? `&text=${encodeURIComponent(words)}` : ''}${filter === 'trash' ? '&removed=true' : ''}`, filter === 'trash');
  const shown = (runs ?? []).filter(FILTERS[filter] ?? FILTERS.all).filter((run) => run.name.toLowerCase().includes(words.toLowerCase()));
  const take = async ([file]) => {
    setTrouble(null);
    try {
      go('runs', (await (await send('POST', '/runs/import', { body: file, type: 'application/zip' })).json()).id);
    } catch (failure) {
      setTrouble(wrongWith(file, failure));
    }
  };
  return html`<div class="page-head"><h1 tabindex="-1">Runs</h1><div class="actions">
      <${Action} kind="primary" disabled=${chosen.length < 2}
            onClick=${() => { location.hash = `#/compare?runs=${chosen.join(',')}`; }}>Compare ${chosen.length > 1 ? chosen.length : 'selected'}</${Action}></div></div>
    <div class="toolbar"><${Choice} label="Which runs" value=${filter} onChange=${setFilter}
          options=${[['all', 'All'], ['active', 'Unfinished'], ['done', 'Done'], ['failed', 'Failed'], ['trash', 'Trash']]}/>
      <input type="search" aria-label="Search by name" placeholder="Search by name" value=${words}
            onInput=${(event) => setWords(event.target.value)}/></div>
    <${Trouble} problem=${problem ?? trouble}/>
    ${!runs && !problem && html`<${Loading} what="runs"/>`}
    ${runs && (shown.length === 0 ? html`<${Empty}>No such run.</${Empty}>` : html`<${RunTable} runs=${shown} chosen=${chosen}
          onChosen=${setChosen}/>`)}
    ${next && html`<button onClick=${() => setLimit(limit + 50)}>Show more</button>`}
    ${info?.role !== 'read' && html`<${FileDrop} label="Import a run folder" accept=".zip" onFiles=${take}><span>
      <b>Import a run:</b> drop the zip of a run folder here.</span></${FileDrop}>`}`;
}
