// A new experiment, edited in forms or as JSON beside them; the server checks it while the user types.

import { create, get, post } from '../api.js';
import { count, wholeOrText } from '../format.js';
import { Action, Copy, Section, Trouble } from '../parts/common.js';
import { DatasetPicker, useFiles } from '../parts/datasets.js';
import { ClaimList, MetricList } from '../parts/experiment.js';
import { RecipeEditor } from '../parts/recipes.js';
import { labeled } from '../recipe.js';
import { about, useResource } from '../resource.js';
import { go, here } from '../router.js';
import { html, useEffect, useRef, useState } from '../view.js';

const BLANK = {
  name: 'mine', description: '', dataset: 'ring:sequences=1000', recipes: ['2sr', '2sr+ig'], metrics: ['pnll', 'ospa'], trials: 3, seed: 1,
  every: 1, claims: [],
};
/** Defaults of fields that a file omits. */
const EMPTY = { name: '', description: '', dataset: '', recipes: [], metrics: [], trials: '', seed: '', every: '', claims: [] };
const DRAFT = 'psr.draft';
const CHECK_AFTER = 350;

const isText = (value) => typeof value === 'string';
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
const SHAPES = [
  ['dataset', isText, 'a text: "ring:states=5"'],
  ['recipes', (list) => list.every((one) => isText(one) || (isObject(one) && isText(one.recipe) && isText(one.label ?? ''))), 'texts, or { "label": …, "recipe": … }'],
  ['metrics', (list) => list.every(isText), 'texts: "pnll"'],
  ['claims', (list) => list.every(isObject), 'objects: { "measure": … }'],
];
const LISTS = ['recipes', 'metrics', 'claims'];

/** Why the forms cannot show an experiment; empty if they can. Only the server checks its meaning. */
function misshapen(experiment) {
  if (!isObject(experiment)) return 'an experiment is an object: { "dataset": … }';
  for (const [name, fits, words] of SHAPES) {
    const value = experiment[name];
    const list = LISTS.includes(name);
    if (value !== undefined && !((!list || Array.isArray(value)) && fits(value))) return `${name} must be ${list ? 'a list of ' : ''}${words}`;
  }
  const odd = ['name', 'description'].find((name) => experiment[name] !== undefined && !isText(experiment[name]));
  return odd ? `${odd} must be a text` : '';
}

function draft() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(DRAFT));
    return misshapen(stored) ? BLANK : stored;
  } catch {
    return BLANK;
  }
}

/** Omits empty parts from the request. */
function tidy(experiment) {
  const entries = Object.entries(experiment).filter(([, value]) => value !== '' && value !== null && !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(entries);
}

/** The line and column refer to the request, which users do not see; the message is shown at its field instead. */
const placed = (refusal) => ({ ...refusal, message: refusal.message.replace(/^(line \d+, column \d+ of )?experiment: /, '') });

/** The server's check of the experiment, shortly after the last change. */
function useCheck(experiment) {
  const [checked, setChecked] = useState({ refusals: [], command: '', recipes: 0, problem: null, checked: null });
  const text = JSON.stringify(tidy(experiment));
  const first = useRef(true);
  useEffect(() => {
    const control = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await post('/check', JSON.parse(text), { signal: control.signal });
        setChecked({ refusals: (answer.refusals ?? []).map(placed), command: answer.command ?? '', recipes: answer.experiment?.recipes?.length ?? 0, problem: null, checked: text });
      } catch (problem) {
        if (problem.name !== 'AbortError') setChecked((before) => ({ ...before, refusals: (problem.refusals ?? []).map(placed), problem, checked: text }));
      }
    }, first.current ? 0 : CHECK_AFTER);
    first.current = false;
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [text]);
  return { ...checked, current: checked.checked === text };
}

/** Validation errors at a place of the experiment or below it. */
const at = (refusals, place) => refusals.filter((refusal) => refusal.place === place || refusal.place?.startsWith(`${place}/`));
const PLACES = ['dataset', 'recipes', 'metrics', 'trials', 'seed', 'every', 'claims', 'name', 'description', 'rates', 'rates-by'];
const elsewhere = (refusals) => refusals.filter(({ place }) => !PLACES.some((part) => place === `/${part}` || place?.startsWith(`/${part}/`)));

/** The experiment as text. 'wrong' says why text cannot be parsed; the page needs it, because such text cannot be run. */
function Json({ experiment, onChange, wrong, onWrong }) {
  const [text, setText] = useState('');
  const field = useRef(null);
  useEffect(() => {
    if (document.activeElement !== field.current) {
      setText(JSON.stringify(tidy(experiment), null, 2));
      onWrong('');
    }
  }, [experiment]);
  const type = (next) => {
    setText(next);
    try {
      const read = JSON.parse(next);
      const odd = misshapen(read);
      if (odd) throw new Error(odd);
      onWrong('');
      onChange({ ...EMPTY, ...read });
    } catch (failure) {
      onWrong(failure.message);
    }
  };
  return html`<div><div class="code-head"><h3 id="json-title">As a file</h3><${Copy} text=${text}/></div>
    <textarea ref=${field} class="code" aria-labelledby="json-title" spellcheck="false" rows="26" value=${text} aria-invalid=${Boolean(wrong)}
          onInput=${(event) => type(event.target.value)}></textarea>
    ${wrong && html`<p class="refusal" role="alert">${wrong}</p>`}</div>`;
}

function NumberField({ name, label, help, fallback, experiment, onChange, refusals }) {
  const own = at(refusals, `/${name}`)[0];
  const type = (text) => onChange({ [name]: wholeOrText(text) });
  return html`<div class=${`field${own ? ' refused' : ''}`}><label for=${`n-${name}`}>${label}</label>
    <input id=${`n-${name}`} type="text" inputmode="numeric" value=${experiment[name]} placeholder=${fallback} aria-invalid=${Boolean(own)}
          onInput=${(event) => type(event.target.value)}/>
    <div class="help">${own ? html`<span class="refusal" role="alert">${own.message}</span>` : help}</div></div>`;
}

function RecipeList({ recipes, services, onChange, refusals, files }) {
  const set = (i, next) => onChange(recipes.map((old, j) => (j === i ? next : old)));
  const simple = ({ label, recipe }) => (label === recipe || label === '' ? recipe : { label, recipe });
  return html`${recipes.map((given, i) => {
    const { label, recipe } = labeled(given);
    const own = at(refusals, `/recipes/${i}`);
    const plain = typeof given === 'string';
    return html`<div key=${i} class="recipe-card"><div class="recipe-head">
        <label>Name <input type="text" value=${plain ? '' : label} placeholder=${recipe}
              onInput=${(event) => set(i, simple({ label: event.target.value, recipe }))}/></label>
        <button class="plain" onClick=${() => onChange([...recipes.slice(0, i + 1), recipe, ...recipes.slice(i + 1)])}>Copy</button>
        <button class="plain" disabled=${recipes.length === 1} onClick=${() => onChange(recipes.filter((_, j) => j !== i))}>Remove</button></div>
      <${RecipeEditor} text=${recipe} services=${services} files=${files} refusals=${own}
            onChange=${(text) => set(i, plain ? text : { label, recipe: text })}/>
      ${own.filter((refusal) => !refusal.setting).map(({ message }) => html`<p class="refusal" role="alert">${message}</p>`)}</div>`;
  })}
  <button onClick=${() => onChange([...recipes, 'psr'])}>Add a recipe</button>`;
}

export function NewExperiment({ info }) {
  const [experiment, setExperiment] = useState(draft);
  const [trouble, setTrouble] = useState(null);
  const [unread, isUnread] = useState(false);
  const [wrong, setWrong] = useState(''); // in the text beside the forms
  const services = useResource('/services', about('plugin')).data?.items ?? [];
  const presets = useResource('/presets').data?.items ?? [];
  const files = (useFiles().data ?? []).map(({ name }) => name);
  const change = (part) => setExperiment((before) => ({ ...before, ...part }));
  const { refusals, command, recipes, problem, current } = useCheck(experiment);
  useEffect(() => sessionStorage.setItem(DRAFT, JSON.stringify(experiment)), [experiment]);
  const begin = async (path, pick = (read) => read) => {
    try {
      setExperiment({ ...EMPTY, ...pick(await get(path)) });
    } catch (failure) {
      setTrouble(failure);
    }
  };
  useEffect(() => {
    const run = here().query.get('run');
    if (run) begin(`/runs/${encodeURIComponent(run)}`, (read) => read.experiment);
  }, []);
  const writable = info?.role !== 'read';
  const start = async () => go('runs', (await create('/runs', { experiment: tidy(experiment), name: experiment.name || undefined })).id);
  const common = elsewhere(refusals);
  const said = wrong ? '' : command;
  const verdict = () => {
    if (wrong) return html`<span class="refusal">The text has a mistake; see there.</span>`;
    if (!current) return 'Checking …';
    if (!writable) return 'Your token is read-only: it can check experiments, but not run them.';
    if (refusals.length === 0 && unread) return html`<span class="refusal">The data cannot be read; see below.</span>`;
    if (refusals.length === 0) return problem ? '' : `Ready to run.${recipes > (experiment.recipes ?? []).length ? ` ${count(recipes, 'recipe')} × ${count(Number(experiment.trials) || 3, 'trial')}.` : ''}`;
    const first = common[0] ?? refusals[0];
    return html`<button class="plain problem-link" onClick=${showProblem}>${refusals.length + unread === 1 ? 'There is a problem' : `There are ${refusals.length + unread} problems`} to fix.</button>
      <span class="refusal"> ${first?.message}</span>`;
  };
  // Problems are shown at their fields, which may be far below.
  const showProblem = () => {
    const place = document.querySelector('main [aria-invalid="true"]') ?? document.querySelector('main .field.refused, main .stage.refused, main .composer .refusal, main > .refusal');
    place?.scrollIntoView({ block: 'center' });
    place?.focus?.();
  };
  const beginWith = (event) => {
    if (event.target.value === '-') setExperiment(BLANK);
    else if (event.target.value) begin(`/presets/${event.target.value}`);
    event.target.value = '';
  };
  return html`<div class="page-head"><h1 tabindex="-1">New experiment</h1><div class="actions">
      <label>start with <select value=""
            onChange=${beginWith}>
        <option value="">this draft</option>
          <option value="-">a blank one</option>${presets.map(({ name, summary }) => html`<option key=${name} value=${name}
              title=${summary}>the preset ${name}</option>`)}</select></label>
      <${Action} kind="primary" disabled=${!writable || wrong !== '' || !current || refusals.length > 0 || problem} onClick=${start}>Run it</${Action}></div></div>
    <p class="check-line" role="status">
        ${verdict()}</p>
    <${Trouble} problem=${trouble ?? (problem && refusals.length === 0 ? problem : null)}/>
    ${common.map(({ message }) => html`<p class="refusal" role="alert">${message}</p>`)}
    <div class="composer"><div>
      <${Section} title="Name and description" id="words"><div class="settings wide-fields">
        <div class="field"><label for="name">name</label>
          <input id="name" type="text" value=${experiment.name} onInput=${(event) => change({ name: event.target.value })}/>
          <div class="help">shown in lists</div></div>
        <div class="field"><label for="description">description</label>
          <textarea id="description" rows="3" value=${experiment.description}
              onInput=${(event) => change({ description: event.target.value })}></textarea>
          <div class="help">shown in the report</div></div></div></${Section}>
      <${Section} title="Data" id="data">
        <${DatasetPicker} text=${experiment.dataset ?? ''} services=${services} writable=${writable} refusals=${at(refusals, '/dataset')}
            onChange=${(dataset) => change({ dataset })} onUnread=${isUnread}/></${Section}>
      <${Section} title="Recipes" id="recipes">
        <${RecipeList} recipes=${experiment.recipes ?? []} services=${services} files=${files} refusals=${refusals}
            onChange=${(recipes) => change({ recipes })}/>
        ${refusals.filter(({ place }) => place === '/recipes').map(({ message }) => html`<p class="refusal"
              role="alert">${message}</p>`)}</${Section}>
      <${Section} title="Metrics" id="metrics">
        <${MetricList} metrics=${experiment.metrics ?? []} services=${services} refusals=${refusals}
            onChange=${(metrics) => change({ metrics })}/></${Section}>
      <${Section} title="Trials and seed" id="often"><div class="settings">
        <${NumberField} name="trials" label="trials" fallback="3" help="repetitions, each with its own data and random numbers" experiment=${experiment}
              onChange=${change} refusals=${refusals}/>
        <${NumberField} name="seed" label="seed" fallback="1" help="seed of the random numbers; the same seed gives the same results" experiment=${experiment}
              onChange=${change} refusals=${refusals}/>
        <${NumberField} name="every" label="measured every" fallback="1" help="iterations between two measurements" experiment=${experiment}
              onChange=${change} refusals=${refusals}/></div></${Section}>
      <${Section} title="Claims" id="claims">
        <${ClaimList} claims=${experiment.claims ?? []} experiment=${experiment} refusals=${refusals}
            onChange=${(claims) => change({ claims })}/></${Section}>
    </div><aside class="beside" aria-label="The same as text"><${Json} experiment=${experiment} onChange=${setExperiment}
          wrong=${wrong} onWrong=${setWrong}/>
      <div class="code-head"><h3>On the command line</h3><${Copy} text=${said}/></div>
        <pre class="code command" tabindex="0">${said || '…'}</pre></aside></div>`;
}
