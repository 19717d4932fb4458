// One model: its predictions after a sequence, the log loss of each symbol and the path of the state; the contents of the
// file.

import { download, post, remove } from '../api.js';
import { bytes, count, moment, number } from '../format.js';
import { cut, glue, isLetters } from '../notation.js';
import { Commands, curl, program, python, quoted } from '../parts/commands.js';
import { Action, Badge, Facts, Loading, Progress, Section, Trouble } from '../parts/common.js';
import { Forecast } from '../parts/forecast.js';
import { Evaluate } from '../parts/evaluation.js';
import { Distribution, Plane, Spectrum, Surprise, Symbol } from '../parts/model-views.js';
import { about, useResource } from '../resource.js';
import { useRemembered } from '../router.js';
import { html, useEffect, useRef, useState } from '../view.js';

const FEW = 8; // number of arrays listed at first
const LONGEST = 24; // symbols of a sample
const UNASKED = { asked: null, data: null, problem: null };

/**
 * An answer of the model and its question, asked again shortly after the question has changed; if it fails, the last
 * answer stays beside the problem, unless the question itself is refused.
 */
function useAnswer(id, verb, body) {
  const [shown, show] = useState(UNASKED);
  const text = body === null ? null : JSON.stringify(body);
  useEffect(() => {
    if (text === null) {
      show(UNASKED);
      return undefined;
    }
    const control = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const asked = JSON.parse(text);
        show({ asked, data: await post(`/models/${id}/${verb}`, asked, { signal: control.signal }), problem: null });
      } catch (problem) {
        // A rejected request has no answer, and the previous answer would be mistaken for it. After other problems it stays visible, grayed.
        if (problem.name !== 'AbortError') show((before) => (problem.status === 422 ? { ...UNASKED, problem } : { ...before, problem }));
      }
    }, 60);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [id, verb, text]);
  return shown;
}

function Try({ model }) {
  const { id, alphabet } = model;
  const [text, setText] = useRemembered('sequence');
  const [ahead, setAhead] = useState(1);
  const sequence = cut(text, alphabet);
  const next = useAnswer(id, 'predict', { prefix: sequence, ahead });
  const walk = useAnswer(id, 'walk', sequence.length > 0 ? { sequence } : null);
  const [samples, setSamples] = useState([]);
  const [seed, setSeed] = useState(1);
  useEffect(() => setSamples([]), [text]);
  const append = (symbol) => setText(glue([...sequence, symbol], alphabet));
  const now = useRef(text);
  now.current = text;
  const sample = async () => {
    const answer = await post(`/models/${id}/sample`, { prefix: sequence, length: LONGEST, number: 5, seed });
    if (now.current !== text) return; // the sequence has changed in the meantime
    // A shorter one has ended.
    setSamples(answer.items.map((items) => (items.length < LONGEST && alphabet.end ? [...items, alphabet.end] : items)));
    setSeed(seed + 1);
  };
  const steps = sequence.length > 0 ? walk.data?.steps ?? [] : [];
  const answered = next.asked?.ahead ?? 1;
  const bits = steps.reduce((sum, step) => sum + (step.bits ?? 0), 0);
  return html`<${Section} title="Try it" id="try"><label class="sequence">
    <span>a sequence${isLetters(alphabet) ? '' : ', blanks between symbols'}</span>
      <input type="text" spellcheck="false" autocomplete="off" value=${text} placeholder=${glue(alphabet.symbols.slice(0, 4), alphabet)}
            onInput=${(event) => setText(event.target.value)}/></label>
    <div class="chips" role="group"
          aria-label="Add a symbol">${alphabet.symbols.slice(0, 40).filter((symbol) => symbol !== alphabet.end).map((symbol) => html`<button
          key=${symbol} class="symbol" onClick=${() => append(symbol)}><${Symbol} of=${symbol}/></button>`)}
      ${sequence.length > 0 && html`<span class="together"><button class="small" onClick=${() => setText(glue(sequence.slice(0, -1), alphabet))}>Undo</button>
        <button class="small" onClick=${() => setText('')}>Clear</button></span>`}</div>
    <${Trouble} problem=${next.problem ?? walk.problem}/>
    <div class="try"><div><div class="code-head"><h3>${answered === 1 ? 'Next symbol' : `Symbol ${answered} steps ahead`}</h3>
      <label>ahead <input class="short" type="number" min="1" max="50" value=${ahead}
          onInput=${(event) => setAhead(Math.max(1, Number(event.target.value) || 1))}/></label></div>
        <div class=${next.problem && 'stale'}><${Distribution} distribution=${next.data?.distribution ?? []} end=${alphabet.end} onPick=${append}/></div></div>
      <div class=${walk.problem && 'stale'}><h3>Surprise</h3>${steps.length === 0 ? html`<p
            class="quiet">${sequence.length > 0 && !walk.problem ? 'Reading the sequence …' : 'Type a sequence: each symbol is colored by how little the model expected it.'}</p>`
        : html`<${Surprise} steps=${steps}/><p class="quiet num">${number(bits)} bits in total, ${number(bits / steps.length)} per symbol</p>`}
        <h3>Path of the state</h3><${Plane} steps=${steps}/></div></div>
    <div class="code-head samples"><h3>Samples</h3>
      <${Action} kind="small" onClick=${sample}>Sample ${samples.length ? 'others' : 'five'}</${Action}></div>
    <ol class="examples">${samples.map((items, i) => html`<li key=${i}>
      <span class="quiet">${sequence.length > 0 && '… '}</span>${items.map((symbol) => html`<span class="symbol">
      <${Symbol} of=${symbol}/></span>`)}</li>`)}</ol>
    <${Commands} title="This prediction as a command" ways=${{
      curl: curl(`/models/${id}/predict`, { prefix: sequence, ahead }),
      python: program(`model = lab.model(${python(id)})`, `print(model.predict_proba(${python(sequence)}${ahead === 1 ? '' : `, ahead=${ahead}`}))`),
      shell: `echo ${quoted(text)} | ./psr predict ${quoted(`${model.name}.json`)}${ahead === 1 ? '' : ` --ahead ${ahead}`}`,
    }}/></${Section}>`;
}

function Inside({ model }) {
  const { data, problem } = useResource(`/models/${model.id}/inspection`);
  const { 'singular-values': start, rank, arrays, parts, ...others } = data ?? {};
  // Sizes are shown as tables; the origin has a section of its own.
  const own = parts ? [...parts.kind, ...parts.findings, ...(arrays ? [] : parts.sizes)] : [];
  const plain = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null && typeof value !== 'object'));
  return html`<${Section} title="Inside" id="inside"><${Trouble} problem=${problem}/>
    ${start && html`<h3>Singular values of the start</h3><${Spectrum} of=${start}/>
      <p class="quiet">Computed by the first learner from the data. The model uses ${start.rank} of ${count(start.values.length, 'value')}; beyond a drop, a larger rank would add noise.</p>`}
    <ul class="lines">${own.map((line) => html`<li key=${line}>${line}</li>`)}</ul>
    ${own.length === 0 && html`<${Facts} of=${{ rank, ...plain }}/>`}
    ${arrays && html`<details open=${Object.keys(arrays).length <= FEW}><summary>${count(Object.keys(arrays).length, 'array')}</summary>
      <table class="list narrow"><thead><tr><th>array</th><th class="num">shape</th></tr></thead>
      <tbody>${Object.entries(arrays).map(([name, shape]) => html`<tr key=${name}><td>${name}</td>
      <td class="num">${[].concat(shape).join(' × ')}</td></tr>`)}</tbody></table></details>`}</${Section}>`;
}

export function Model({ id, info }) {
  const { data: model, problem, reload } = useResource(`/models/${encodeURIComponent(id)}`, about('model', id));
  if (problem && !model) return html`<h1 tabindex="-1">Model</h1><${Trouble} problem=${problem}/>`;
  if (!model) return html`<h1 tabindex="-1">Model</h1><${Loading} what="the model"/>`;
  const to = (ask, what) => async () => {
    await ask(`/models/${id}${what}`);
    reload();
  };
  const get = (encoding) => () => download(`/models/${id}/file?encoding=${encoding}`, `${model.name}.${encoding}`);
  return html`<div class="page-head"><div><h1 tabindex="-1">${model.name}</h1><p class="description">
    <span class="name">${model.recipe}</span> from <span class="name">${model.dataset}</span></p></div>
      <div class="actions">${model.state === 'ready' && html`<${Action} onClick=${get('json')}>JSON</${Action}>
        <${Action} onClick=${get('npz')}>NPZ <span class="quiet">for Python</span></${Action}>`}
        ${info?.role !== 'read' && (['queued', 'waiting', 'learning'].includes(model.state) ? html`<${Action} onClick=${to(post, '/cancel')}>Cancel</${Action}>`
          : model.removed ? html`<${Action} onClick=${to(post, '/restore')}>Restore</${Action}>`
          : html`<${Action} kind="plain" onClick=${to(remove, '')}>Move to trash</${Action}>`)}</div></div>
    ${model.state !== 'ready' && html`<div class="run-state"><${Badge} state=${model.state}/>
      <${Progress} share=${model.progress?.share} label="Learning"/><span class="doing">${model.progress?.doing}</span></div>`}
    ${model['waiting-for'] && html`<div class="notice"><p>Waits for ${model['waiting-for']}. It is learned when that is installed.</p></div>`}
    ${model.failure && html`<div class="trouble" role="alert"><p>${model.failure}</p></div>`}
    ${model.state === 'ready' && html`${model.channels ? html`<${Section} title="Forecast" id="forecast"><${Forecast} model=${model} writable=${info?.role !== 'read'}/></${Section}>`
        : model.alphabet && !model.inputs ? html`<${Try} model=${model}/>` : html`<p class="notice">This model needs inputs. It can be evaluated below, and used from Java and the shell.</p>`}
      <${Section} title="How well it predicts" id="quality"><${Evaluate} model=${model} writable=${info?.role !== 'read'}/></${Section}><${Inside} model=${model}/>`}
    <${Section} title="Origin" id="origin">
      <${Facts} of=${{ kind: model.kind, made: moment(model.created), size: bytes(model.bytes), seed: model.seed, alphabet: model.alphabet?.size, channels: model.channels?.map(({ name }) => name).join(', '), inputs: model.inputs?.map((input) => input.name ?? input).join(', '), end: model.alphabet?.end, ...model.provenance }}/>
      ${model.recipe && model.dataset && html`<${Commands} title="Learn it again" ways=${{
        curl: curl('/models', { dataset: model.dataset, recipe: model.recipe, seed: model.seed }),
        python: program(`model = lab.fit(${python(model.dataset)}, recipe=${python(model.recipe)}, seed=${model.seed})`),
        shell: `./psr train ${quoted(model.dataset)} ${quoted(model.recipe)} --seed ${model.seed} --model ${quoted(`${model.name}.json`)}`,
      }}/>`}</${Section}>`;
}
