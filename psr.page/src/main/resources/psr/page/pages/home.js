// Home: running and recently finished runs, the services of the lab, and a first experiment for new visitors.

import { create, post } from '../api.js';
import { onEvent } from '../events.js';
import { count } from '../format.js';
import { Action, Empty, Loading, Section, Trouble } from '../parts/common.js';
import { active, merged, RunCard, RunTable } from '../parts/runs.js';
import { Reference } from '../parts/help.js';
import { Workers } from '../parts/workers.js';
import { about, changesAll, useResource } from '../resource.js';
import { go, link } from '../router.js';
import { html, useEffect, useMemo, useState } from '../view.js';

/** Small enough to show curves within seconds, large enough to show that refining helps. */
const FIRST = {
  name: 'first ring', description: 'A small ring: refinement and other methods on the same data.', dataset: 'ring:sequences=1000,states=8,symbols=8',
  recipes: [{ label: '2SR', recipe: '2sr:rank=8' }, { label: '2SR + IG', recipe: '2sr:rank=8+ig:rate=1e-2' },
    { label: '2SR + BPTT', recipe: '2sr:rank=8+bptt:epochs=12' }, { label: 'EM', recipe: 'em:states=8' }, { label: 'trigrams', recipe: 'ngram:order=3' }],
  metrics: ['pnll', 'ospa', 'accuracy'], trials: 6, seed: 1,
};

const KINDS = [['learner', 'Learners'], ['refiner', 'Refiners'], ['combiner', 'Combiners'], ['dataset', 'Data sets'], ['metric', 'Metrics']];

/** Current runs: read once, then updated by events. Events win over lists, which may be older although they arrive later. */
export function useRuns(query, removed = false) {
  const { data, problem, reload } = useResource(`/runs?${query}`, (event) => event.type === 'run' && !event.data?.trials);
  const [updates, update] = useState([]);
  useEffect(() => onEvent((event) => {
    if (event.type === 'run' && event.data?.id) update((before) => [...before.filter(({ id }) => id !== event.data.id), event.data]);
    else if (changesAll(event)) update([]);
  }), []);
  const listed = useMemo(() => new Set((data?.items ?? []).map(({ id }) => id)), [data]);
  return { runs: data && merged(data.items, updates).filter((run) => Boolean(run.removed) === removed), listed, problem, reload, next: data?.next };
}

/** What each run is doing, by its id. */
function useProgress() {
  const [doing, set] = useState({});
  useEffect(() => onEvent(({ type, data }) => {
    if (type === 'progress' && data) set((before) => ({ ...before, [data.run]: data }));
  }), []);
  return doing;
}

/** One service; a click opens its reference text. */
function Entry({ service }) {
  const [open, setOpen] = useState(false);
  return html`<li class=${open ? 'opened' : ''}><button class="plain name" aria-expanded=${open} onClick=${() => setOpen(!open)}>${service.name}</button> <span class="quiet">${service.summary}</span>
    ${open && html`<${Reference} kind=${service.kind} name=${service.name}/>`}</li>`;
}

function Services({ services }) {
  const bundles = new Map(services.map(({ bundle }) => [bundle.name, bundle.version]));
  return html`<div class="inventory">${KINDS.map(([kind, title]) => {
    const items = services.filter((service) => service.kind === kind);
    return items.length > 0 && html`<div key=${kind}><h3>${title} <span class="quiet num">${items.length}</span></h3>
      <ul>${items.map((service) => html`<${Entry} key=${`${service.name} ${service.summary}`} service=${service}/>`)}</ul></div>`;
  })}
  <div><h3>Bundles <span class="quiet num">${bundles.size}</span></h3><ul>${[...bundles].sort().map(([name, version]) => html`<li key=${name}>
    <span class="name">${name}</span> <span class="quiet num">${version}</span></li>`)}</ul></div></div>`;
}

export function Home({ info }) {
  const { runs, problem } = useRuns('limit=50');
  const services = useResource('/services', about('plugin'));
  const doing = useProgress();
  const writable = info?.role !== 'read';
  const begin = async () => go('runs', (await create('/runs', { experiment: FIRST, name: FIRST.name })).id);
  const now = (runs ?? []).filter(active);
  const ended = (runs ?? []).filter((run) => !active(run)).sort((a, b) => Date.parse(b.ended ?? b.submitted) - Date.parse(a.ended ?? a.submitted)).slice(0, 12);
  const isNew = runs && runs.length === 0;
  useEffect(() => {
    // A server that has checked it once starts it in half the time.
    if (isNew && writable) post('/check', FIRST).catch(() => {});
  }, [isNew, writable]);
  return html`<${Trouble} problem=${problem}/>
    ${isNew && html`<section class="welcome"><h1 tabindex="-1">Welcome to the lab</h1>
      <p>PSR Lab learns models that predict sequences, and says how well they do. Begin with a small experiment: five methods learn from the same
        made-up data, six times, and their curves grow while you look.</p>
      <div class="actions">${writable && html`<${Action} kind="primary large" onClick=${begin}>Run a first experiment</${Action}>`}
        ${writable && html`<a class="button large" href="#/new">Or create your own</a>`}</div></section>`}
    ${!isNew && html`<div class="page-head"><h1 tabindex="-1">The lab</h1>
      <div class="actions">${writable && (runs || problem) && html`<${Action} onClick=${begin}
          title="A small ring experiment: curves within seconds">Run a small example</${Action}>`}
      ${writable && html`<a class="button primary" href="#/new">New experiment</a>`}</div></div>`}
    ${!runs && !problem && html`<${Loading} what="runs"/>`}
    ${runs && !isNew && html`<${Section} title="Now" id="now">${now.length === 0 ? html`<${Empty}>Nothing is running.</${Empty}>`
      : html`<div class="cards">${now.map((run) => html`<${RunCard} key=${run.id} run=${run} progress=${doing[run.id]}/>`)}</div>`}</${Section}>`}
    ${ended.length > 0 && html`<${Section} title="Recently finished" id="ended" aside=${html`<a href=${link('runs')}>All runs</a>`}>
      <${RunTable} runs=${ended}/></${Section}>`}
    <${Workers}/>
    <${Section} title="In the lab" id="inside" aside=${services.data && html`<span
          class="quiet">${count(services.data.items.length, 'service')}</span>`}>
      <${Trouble} problem=${services.problem}/>${services.data && html`<${Services} services=${services.data.items}/>`}</${Section}>`;
}
