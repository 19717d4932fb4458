// Plugins: every file in the folder with its state, the runs that use each version, and the runs that wait for a plugin.

import { put, remove } from '../api.js';
import { onEvent } from '../events.js';
import { Action, Empty, FileDrop, Loading, Section, Trouble } from '../parts/common.js';
import { active } from '../parts/runs.js';
import { about, useResource } from '../resource.js';
import { link } from '../router.js';
import { html, useEffect, useState } from '../view.js';
import { useRuns } from './home.js';

const WORDS = {
  active: 'In use: its services are available to experiments.', waiting: 'Waiting: a requirement is missing.', superseded: 'Replaced by a newer version; runs that started with it still use it.',
  held: 'No longer installed; runs that started with it still use it.',
  rejected: 'Rejected.', ignored: 'Ignored: not a plugin.',
};
const HAPPENED = { taken: 'was installed', replaced: 'was replaced', rejected: 'was rejected', removed: 'was removed' };

/** Events since this page was opened, newest first. */
function useNews() {
  const [news, add] = useState([]);
  useEffect(() => onEvent(({ type, data }) => {
    if (type === 'plugin' && data) add((before) => [{ ...data, at: new Date() }, ...before].slice(0, 20));
  }), []);
  return news;
}

const serviceName = (service) => (typeof service === 'string' ? service : `${service.name} (${service.kind})`);

function Bundles() {
  const { data } = useResource('/services', about('plugin'));
  const bundles = new Map();
  for (const service of data?.items ?? []) {
    const key = `${service.bundle.name} ${service.bundle.version}`;
    bundles.set(key, [...(bundles.get(key) ?? []), service]);
  }
  return html`<div class="scroll"><table class="list"><thead><tr><th>bundle</th><th>services</th></tr></thead>
    <tbody>${[...bundles].sort().map(([bundle, services]) => html`<tr key=${bundle}><td>${bundle}</td>
    <td>${[...new Set(services.map(({ name }) => name))].join(', ')}</td></tr>`)}</tbody></table></div>`;
}

export function Plugins({ info }) {
  const { data, problem, reload } = useResource('/plugins', (event) => event.type === 'plugin' || about('run')(event));
  const { runs } = useRuns('limit=100');
  const news = useNews();
  const [trouble, setTrouble] = useState(null);
  const allowed = info?.uploads?.plugins === true && info?.role !== 'read';
  const nameOf = (id) => runs?.find((run) => run.id === id)?.name ?? id;
  const waiting = (runs ?? []).filter((run) => active(run) && run['waiting-for']);
  const take = async ([file]) => {
    setTrouble(null);
    try {
      await put(`/plugins/${encodeURIComponent(file.name)}`, file);
      reload();
    } catch (failure) {
      setTrouble(failure);
    }
  };
  return html`<div class="page-head"><h1 tabindex="-1">Plugins</h1></div><${Trouble} problem=${problem ?? trouble}/>
    ${!data && !problem && html`<${Loading} what="plugins"/>`}
    ${data && data.items.length === 0 && html`<${Empty}>The plugin folder is empty. A jar copied into it is installed within two seconds.</${Empty}>`}
    <div class="cards">${(data?.items ?? []).map((plugin) => html`<article key=${plugin.file ?? plugin.bundle.sha256} class="card"><div class="card-head">
      <h2 class="card-title">${plugin.file ?? plugin.bundle.name}</h2><span class=${`badge is-${plugin.state}`}>${plugin.state}</span></div>
      <p>${WORDS[plugin.state] ?? ''}</p>${plugin.remark && plugin.state !== 'active' && html`<p class="remark">${plugin.remark}</p>`}
      ${plugin.bundle && html`<p class="quiet">
          ${plugin.bundle.name} ${plugin.bundle.version}, <span class="num" title=${`SHA-256 ${plugin.bundle.sha256}`}>${plugin.bundle.sha256?.slice(0, 8)}</span></p>`}
      ${plugin.services?.length > 0 && html`<p>brings ${plugin.services.map(serviceName).join(', ')}</p>`}
      ${plugin.runs?.length > 0 && html`<p>held by ${plugin.runs.map((id, i) => html`${i > 0 && ', '}
        <a href=${link('runs', id)}>${nameOf(id)}</a>`)}</p>`}
      ${allowed && plugin.file && html`<${Action} kind="plain"
            onClick=${async () => { await remove(`/plugins/${encodeURIComponent(plugin.file)}`); reload(); }}>Remove</${Action}>`}</article>`)}</div>
    ${allowed && html`<${FileDrop} label="Upload a plugin" accept=".jar" onFiles=${take}><span>
      <b>Add a plugin:</b> drop a jar here. It runs with the server's full permissions.</span></${FileDrop}>`}
    ${!allowed && info && html`<p class="quiet">Plugins cannot be uploaded here${info.role === 'read' ? ': this token is read-only' : '; start the server with --allow-plugins to allow it, or copy a jar into its plugin folder'}.</p>`}
    ${waiting.length > 0 && html`<${Section} title="Waiting runs" id="waiting"><ul>${waiting.map((run) => html`<li key=${run.id}>
      <a href=${link('runs', run.id)}>${run.name}</a> waits for ${run['waiting-for']}</li>`)}</ul></${Section}>`}
    ${news.length > 0 && html`<${Section} title="Just now" id="news">
      <ul class="news" aria-live="polite">${news.map(({ file, what, remark, at }, i) => html`<li key=${news.length - i}>
      <span class="quiet num">${at.toTimeString().slice(0, 8)}</span> <b>${file}</b> ${HAPPENED[what] ?? what}${remark ? `: ${remark}` : ''}
        </li>`)}</ul></${Section}>`}
    <${Section} title="All bundles" id="bundles"><${Bundles}/></${Section}>`;
}
