// The frame of the page: the token, navigation, the connection, the theme; each view is a module of its own.

import { get, keepToken, onStranger, takeToken } from './api.js';
import { connect, onConnection } from './events.js';
import { Compare } from './pages/compare.js';
import { CompareModels } from './pages/compare-models.js';
import { Data } from './pages/data.js';
import { Home } from './pages/home.js';
import { Model } from './pages/model.js';
import { Models } from './pages/models.js';
import { NewExperiment } from './pages/new.js';
import { Plugins } from './pages/plugins.js';
import { Run } from './pages/run.js';
import { Runs } from './pages/runs.js';
import { Tokens } from './pages/tokens.js';
import { Trouble } from './parts/common.js';
import { useResource } from './resource.js';
import { useRoute } from './router.js';
import { nextTheme, theme } from './theme.js';
import { html, render, useEffect, useErrorBoundary, useRef, useState } from './view.js';

const PAGES = [['', 'Home'], ['new', 'New experiment'], ['runs', 'Runs'], ['compare', 'Compare'], ['models', 'Models'], ['data', 'Data'], ['plugins', 'Plugins']];
/** For administrators: tokens give access to everything. */
const ADMIN = [['tokens', 'Tokens']];
const pagesFor = (info) => (info && info.role !== 'read' ? [...PAGES, ...ADMIN] : PAGES);

function page([first = '', id], info) {
  if (first === '') return html`<${Home} info=${info}/>`;
  if (first === 'new') return html`<${NewExperiment} info=${info}/>`;
  if (first === 'runs') return id ? html`<${Run} key=${id} id=${id} info=${info}/>` : html`<${Runs} info=${info}/>`;
  if (first === 'compare') return html`<${Compare}/>`;
  if (first === 'models' && id === 'compare') return html`<${CompareModels} info=${info}/>`;
  if (first === 'models') return id ? html`<${Model} key=${id} id=${id} info=${info}/>` : html`<${Models} info=${info}/>`;
  if (first === 'data') return html`<${Data} info=${info}/>`;
  if (first === 'plugins') return html`<${Plugins} info=${info}/>`;
  if (first === 'tokens') return html`<${Tokens} info=${info}/>`;
  return html`<h1 tabindex="-1">There is no such page</h1><p><a href="#/">Home</a></p>`;
}

/** An error in one view leaves the navigation and the other views usable. */
function Guarded({ children, place }) {
  const [failure, mend] = useErrorBoundary((error) => console.error(error));
  useEffect(() => mend(), [place]);
  return failure ? html`<h1 tabindex="-1">This page could not be drawn</h1><${Trouble} problem=${failure}/>` : children;
}

function AskToken({ onToken }) {
  const field = useRef(null);
  const [problem, setProblem] = useState(null);
  useEffect(() => field.current.focus(), []);
  const enter = async (event) => {
    event.preventDefault();
    keepToken(field.current.value);
    try {
      await get('/');
      onToken();
    } catch (failure) {
      setProblem(failure.status === 401 ? new Error('The server does not know this token.') : failure);
    }
  };
  return html`<main class="ask"><h1>PSR Lab</h1>
    <p>Please sign in. <code>./psr serve</code> has printed an address with a token in it; open that address, or enter the token here.</p>
    <form onSubmit=${enter}><label for="token">token</label><input id="token" ref=${field} type="password" autocomplete="off"/>
      <button class="primary">Enter</button></form>
    ${problem && html`<p class="refusal" role="alert">${problem.message}</p>`}</main>`;
}

function Connection() {
  const [state, setState] = useState('connecting');
  useEffect(() => onConnection(setState), []);
  return html`<div class=${`connection${state === 'lost' ? ' lost' : ''}`}
        role="status">${state === 'lost' ? 'Connection lost. The data shown may be old; this page tries again automatically.' : ''}</div>`;
}

function Theme() {
  const [now, setNow] = useState(theme);
  return html`<button class="plain theme" aria-label=${`Colors: ${now}. Change them.`} onClick=${() => setNow(nextTheme())}>
    <span class="theme-mark" aria-hidden="true"></span>${now}</button>`;
}

function App() {
  const [stranger, setStranger] = useState(false);
  useEffect(() => onStranger(() => setStranger(true)), []);
  useEffect(() => { if (!stranger) connect(); }, [stranger]);
  return stranger ? html`<${AskToken} onToken=${() => setStranger(false)}/>` : html`<${Lab}/>`;
}

function Lab() {
  const { path, query } = useRoute();
  const info = useResource('/', ({ type }) => type === 'server').data;
  const place = path.join('/');
  const main = useRef(null);
  const first = useRef(true);
  useEffect(() => {
    const heading = main.current.querySelector('h1');
    document.title = path.length === 0 ? 'PSR Lab' : `${[...PAGES, ...ADMIN].find(([key]) => key === path[0])?.[1] ?? 'PSR Lab'} · PSR Lab`;
    // On a phone the navigation is wider than the screen.
    document.querySelector('.top nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    if (!first.current) {
      scrollTo(0, 0);
      heading?.focus({ preventScroll: true });
    }
    first.current = false;
  }, [place]);
  return html`<a class="skip" href="#main" onClick=${(event) => { event.preventDefault(); main.current.focus(); }}>To the content</a>
    <header class="top"><a class="brand" href="#/"><img src="icon.svg" alt="" width="22" height="22"/>PSR Lab</a>
      <nav aria-label="Pages">${pagesFor(info).map(([key, title]) => html`<a key=${key} href=${`#/${key}`}
            aria-current=${(path[0] ?? '') === key ? 'page' : undefined}>${title}</a>`)}</nav><${Theme}/></header>
    <${Connection}/>
    <main ref=${main} id="main" tabindex="-1"><${Guarded} place=${place}>
      <${PageAt} key=${place + (path[0] === 'compare' ? query.get('runs') ?? '' : '')} path=${path} info=${info}/></${Guarded}></main>
    <footer class="bottom">${info && html`<span>${info.name} ${info.version}</span>
      <span>Java ${info.java}</span>${info.role === 'read' && html`<span>this token is read-only</span>`}`}</footer>`;
}

const PageAt = ({ path, info }) => page(path, info);

// Dropping a file next to a drop area must not leave the page.
['dragover', 'drop'].forEach((type) => addEventListener(type, (event) => event.preventDefault()));

takeToken();
connect(); // before any data is read, so that no change is missed
render(html`<${App}/>`, document.getElementById('app'));
