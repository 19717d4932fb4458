// A model of numbers: a chart to scroll through a file, with the forecast and its interval; sliders change the future inputs.

import { post } from '../api.js';
import { number } from '../format.js';
import { html, useEffect, useMemo, useState } from '../view.js';
import { Trouble } from './common.js';
import { Commands, curl, program, python } from './commands.js';
import { beginning, guess, useFiles } from './datasets.js';
import { stageText } from '../recipe.js';
import { Series } from './series.js';
import { DataDrop } from './uploads.js';

const LONGEST = 5000; // rows of a series that are read
const AFTER = 40; // milliseconds after the last change
const STEPS = 200; // positions of a slider

/** The rows of a data set, several series; problem if it cannot be read. */
function useSeries(dataset) {
  const [shown, show] = useState({ data: null, problem: null });
  useEffect(() => {
    if (!dataset) return undefined;
    const control = new AbortController();
    post('/data/preview', { dataset, limit: 50 }, { signal: control.signal }).then((data) => show({ data, problem: null }),
      (problem) => problem.name !== 'AbortError' && show({ data: null, problem }));
    return () => control.abort();
  }, [dataset]);
  return shown;
}

/** The forecast for a question, asked shortly after it has changed. */
function useForecast(id, body) {
  const [shown, show] = useState({ forecast: null, problem: null });
  const text = body === null ? null : JSON.stringify(body);
  useEffect(() => {
    if (text === null) {
      show({ forecast: null, problem: null });
      return undefined;
    }
    const control = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await post(`/models/${id}/forecast`, JSON.parse(text), { signal: control.signal });
        show({ forecast: { ...answer.items[0], rows: JSON.parse(text).rows.length }, problem: null });
      } catch (problem) {
        if (problem.name !== 'AbortError') show({ forecast: null, problem });
      }
    }, AFTER);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [id, text]);
  return shown;
}

function Slider({ label, value, least, most, step = 1, onChange, text = value }) {
  return html`<label class="slider"><span>${label}</span><input type="range" min=${least} max=${most} step=${step} value=${value}
        onInput=${(event) => onChange(Number(event.target.value))}/><output class="num">${text}</output></label>`;
}

const range = (values) => {
  const finite = values.filter((value) => Number.isFinite(value));
  const low = Math.min(...finite);
  const high = Math.max(...finite);
  const extra = (high - low || 1) * 0.25;
  return finite.length === 0 ? [-1, 1] : [low - extra, high + extra];
};

/** The future inputs: those of the file, or constants that the user chose. */
function InputSliders({ channels, rows, chosen, onChosen }) {
  return html`<div class="sliders">${channels.map(({ name, unit }, c) => {
    const [least, most] = range(rows.map((row) => row[c]));
    const value = chosen[c];
    return html`<${Slider} key=${name} label=${`input ${name}${unit ? ` [${unit}]` : ''} to come`} least=${least} most=${most} step=${(most - least) / STEPS}
          value=${value ?? (least + most) / 2} text=${value === undefined ? 'as in the file' : number(value)} onChange=${(next) => onChosen({ ...chosen, [c]: next })}/>`;
  })}${Object.keys(chosen).length > 0 && html`<button class="small" onClick=${() => onChosen({})}>Inputs of the file</button>`}</div>`;
}

/** One series, a position in it, and the forecast after this position. */
function Scroll({ model, series }) {
  const rows = series.rows.slice(0, LONGEST);
  const needsInputs = Array.isArray(model.inputs);
  const [at, move] = useState(Math.min(rows.length, Math.max(1, Math.round(rows.length / 2))));
  const [ahead, setAhead] = useState(Math.min(20, Math.max(1, rows.length)));
  const [span, setSpan] = useState(100);
  const [chosen, setChosen] = useState({});
  const inputs = useMemo(() => {
    if (!needsInputs || !series.inputs) return null;
    const last = series.inputs[series.inputs.length - 1];
    return Array.from({ length: at + ahead }, (_, t) => (series.inputs[t] ?? last).map((value, c) => (t >= at && chosen[c] !== undefined ? chosen[c] : value ?? 0)));
  }, [series, at, ahead, chosen]);
  const body = needsInputs && !inputs ? null : { rows: rows.slice(0, at), ahead, ...(inputs ? { inputs } : {}) };
  const { forecast, problem } = useForecast(model.id, body);
  const from = Math.max(0, Math.min(at - Math.round(span / 2), rows.length - span));
  const to = Math.min(rows.length, from + span);
  const current = forecast && forecast.rows === at ? forecast : null;
  return html`<div class="sliders"><${Slider} label="after row" least=${0} most=${rows.length} value=${at} onChange=${move}/>
      <${Slider} label="rows ahead" least=${1} most=${200} value=${ahead} onChange=${setAhead}/>
      <${Slider} label="rows shown" least=${20} most=${Math.max(20, Math.min(2000, rows.length))} value=${span} onChange=${setSpan}/></div>
    ${needsInputs && Array.isArray(model.inputs) && typeof model.inputs[0] === 'object' && series.inputs && html`<${InputSliders} channels=${model.inputs} rows=${series.inputs} chosen=${chosen} onChosen=${setChosen}/>`}
    ${body === null && html`<p class="notice">This model needs inputs; the file must have them, too (inputs= of csv).</p>`}
    <${Trouble} problem=${problem}/>
    <div class="forecast" data-after=${current?.after} data-ahead=${current?.means.length}><${Series} channels=${model.channels} rows=${rows} from=${from} to=${Math.max(to, Math.min(from + span, at + ahead))} now=${at} forecast=${current}/>
      ${needsInputs && series.inputs && typeof model.inputs[0] === 'object' && html`<${Series} channels=${model.inputs} rows=${inputs ?? series.inputs} from=${from} to=${to} first=${5}/>`}</div>
    <p class="quiet"><span class="key past"></span> seen by the model <span class="key future"></span> what happened then <span class="key means"></span> forecast${current?.low ? html` <span class="key band"></span> 90 % interval` : current ? '; this kind of model has no intervals' : ''}</p>
    <${Commands} title="This forecast as a command" ways=${{
      curl: curl(`/models/${model.id}/forecast`, { rows: rows.slice(Math.max(0, at - 3), at), ahead, ...(inputs ? { inputs: inputs.slice(Math.max(0, at - 3)) } : {}) }),
      python: program(`model = lab.model(${python(model.id)})`, `means, low, high = model.forecast(rows, ahead=${ahead}${inputs ? ', inputs=inputs' : ''})  # NumPy arrays`),
    }}/>`;
}

export function Forecast({ model, writable }) {
  const files = useFiles();
  const names = (files.data ?? []).map(({ name }) => name);
  const [dataset, setDataset] = useState(model.dataset ?? '');
  const { data, problem } = useSeries(dataset);
  const [which, choose] = useState(0);
  useEffect(() => choose(0), [dataset]);
  const take = async (name, text) => {
    const found = guess(text ?? await beginning(name), name);
    setDataset(stageText(found));
  };
  const sent = async (file, name, last) => {
    files.reload();
    if (last) await take(name, await file.slice(0, 4000).text());
  };
  const series = data?.series?.[which];
  const same = data?.channels && JSON.stringify(data.channels.map(({ name }) => name)) === JSON.stringify(model.channels?.map(({ name }) => name));
  return html`<div class="row evaluate"><label>data <input type="text" class="long" list="forecast-files" spellcheck="false" autocomplete="off" value=${dataset}
        onChange=${(event) => (names.includes(event.target.value) ? take(event.target.value) : setDataset(event.target.value))}/></label>
      <datalist id="forecast-files">${names.map((name) => html`<option key=${name} value=${name}/>`)}</datalist>
      ${data?.series?.length > 1 && html`<label>series <select value=${which} onChange=${(event) => choose(Number(event.target.value))}>${data.series.map((_, i) => html`<option key=${i} value=${i}>${i + 1}</option>`)}</select></label>`}</div>
    ${writable && html`<${DataDrop} label="Forecast a file" stored=${names} onSent=${sent}><span><b>Drop a file</b> with the columns of the model to scroll through it.</span></${DataDrop}>`}
    <${Trouble} problem=${problem}/>
    ${data && !same && html`<p class="refusal" role="alert">The data must have the columns of the model, ${model.channels?.map(({ name }) => name).join(', ')}; ${data.channels ? `they have ${data.channels.map(({ name }) => name).join(', ')}` : 'they are symbols'}.</p>`}
    ${same && series && html`<${Scroll} key=${`${dataset} ${which}`} model=${model} series=${series}/>`}`;
}
