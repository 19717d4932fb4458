// The threads that compute: those of the server, and the workers on other machines that have joined it.

import { count, whole } from '../format.js';
import { useResource } from '../resource.js';
import { html, useEffect } from '../view.js';
import { Section } from './common.js';

const HERE = 'server';
const AGAIN = 5_000; // there is no event when a worker joins or leaves

const called = (where) => (where === HERE ? 'this server' : where);

/** The workers of the lab; nothing if the server has none. */
export function Workers() {
  const { data, reload } = useResource('/workers', ({ type }) => type === 'trial');
  const alone = (data?.cluster ?? null) === null;
  useEffect(() => {
    if (alone) return undefined;
    const timer = setInterval(reload, AGAIN);
    return () => clearInterval(timer);
  }, [alone]);
  if (alone) return null;
  const others = data.items.length - 1;
  return html`<${Section} title="Workers" id="workers" aside=${html`<span class="quiet">${others === 0 ? 'no worker has joined yet' : count(others, 'worker')}</span>`}>
    <div class="scroll"><table class="list narrow"><thead><tr><th>where</th><th class="num">threads</th><th class="num">trials now</th><th class="num">finished</th></tr></thead>
      <tbody>${data.items.map(({ where, threads, running, finished }) => html`<tr key=${where}><td>${called(where)}</td><td class="num">${whole(threads)}</td>
        <td class="num">${whole(running)}</td><td class="num">${whole(finished)}</td></tr>`)}</tbody></table></div>
    <p class="quiet">To add a worker, run <code>./psr worker --join ${data.address ?? 'HOST:PORT'}</code> on another machine.</p></${Section}>`;
}

const MOST = 12; // largest number of trials listed

const trialsNow = (trials) => trials.slice(0, MOST).map((trial) => trial + 1).join(', ') + (trials.length > MOST ? ' …' : '');

/** The workers and their trials of an active run, unless only the server computes. */
export function ComputedBy({ run }) {
  const places = run['computed-by'] ?? [];
  const said = run.said ?? [];
  if (places.every(({ where }) => where === HERE) && said.length === 0) return null;
  return html`<${Section} title="Workers" id="computed-by">
    <div class="scroll"><table class="list narrow"><thead><tr><th>where</th><th>trials now</th><th class="num">finished</th></tr></thead>
      <tbody>${places.map(({ where, trials, finished }) => html`<tr key=${where}><td>${called(where)}</td>
        <td>${trials.length === 0 ? '–' : trialsNow(trials)}</td><td class="num">${whole(finished)}</td></tr>`)}</tbody></table></div>
    ${said.length > 0 && html`<details><summary>Events</summary><ul class="lines">${said.map((line, i) => html`<li key=${i}>${line}</li>`)}</ul></details>`}</${Section}>`;
}
