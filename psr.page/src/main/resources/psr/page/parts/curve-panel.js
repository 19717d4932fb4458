// Curves and their controls: measure, means or paired differences, log scale, bands, legend, download. The address
// contains the choices, so that a link reproduces the view.

import { useRemembered } from '../router.js';
import { html, useCallback, useMemo, useRef } from '../view.js';
import { Choice } from './common.js';
import { Curves, Legend, light } from './curves.js';
import { byMetric } from './results.js';
import { saveSvg } from './svg.js';

/** Names in the address; none if it is malformed. */
function listed(text) {
  try { return [].concat(JSON.parse(text)); } catch { return []; }
}

/** The choices of a view, stored in the address. */
export function useView(measures) {
  const [chosen, setMeasure] = useRemembered('measure');
  const [log, setLog] = useRemembered('log');
  const [bands, setBands] = useRemembered('bands', 'on');
  const [reference, setReference] = useRemembered('reference');
  const [hiddenText, setHiddenText] = useRemembered('hide');
  const hidden = useMemo(() => new Set(listed(hiddenText)), [hiddenText]);
  const setHidden = (next) => setHiddenText(next.size === 0 ? '' : JSON.stringify([...next]));
  const measure = measures.includes(chosen) ? chosen : measures[0] ?? '';
  return { measure, setMeasure, log: log === 'on', setLog, bands: bands === 'on', setBands, reference, setReference, hidden, setHidden };
}

function Measures({ measures, value, onChange }) {
  return html`<label class="measure">measure <select value=${value} onChange=${(event) => onChange(event.target.value)}>
    ${byMetric(measures).map(([metric, own]) => html`<optgroup key=${metric} label=${metric}>${own.map((measure) => html`<option key=${measure}
          value=${measure}>${measure}</option>`)}</optgroup>`)}
  </select></label>`;
}

const Switch = ({ on, disabled = false, title, onChange, children }) => html`<label class="switch" title=${title}>
  <input type="checkbox" checked=${on} disabled=${disabled} onChange=${(event) => onChange(event.target.checked ? 'on' : 'off')}/> ${children}</label>`;

export function CurvePanel({ view, measures, series, better, references, name, empty }) {
  const drawing = useRef(null);
  const keep = useCallback((element) => { drawing.current = element; }, []);
  const different = view.reference !== '';
  const words = different ? `${view.measure}, difference from ${view.reference}` : view.measure;
  const shown = series.filter(({ key }) => !view.hidden.has(key));
  const legend = useMemo(() => html`<${Legend} series=${series} hidden=${view.hidden} onHidden=${view.setHidden}
        onPoint=${(key) => light(drawing.current, key)}/>`, [series, view.hidden]);
  const download = () => saveSvg(drawing.current, shown.map(({ key, label }) => ({
    label, line: drawing.current.querySelector(`[data-series="${CSS.escape(key)}"] .stroke`) })).filter(({ line }) => line), `${name}-${view.measure}.svg`);
  return html`<div class="curve-panel">
    <div class="toolbar">
      <${Measures} measures=${measures} value=${view.measure} onChange=${view.setMeasure}/>
      ${better && better !== 'neither' && html`<span class="quiet">${better} is better</span>`}
      ${references && html`<${Choice} label="Values" value=${different ? 'differences' : 'means'}
            options=${[['means', 'Means'], ['differences', 'Paired differences']]}
        onChange=${(key) => view.setReference(key === 'means' ? '' : references[0] ?? '')}/>`}
      ${different && html`<label>from <select class="reference" aria-label="Reference" title=${view.reference} value=${view.reference}
            onChange=${(event) => view.setReference(event.target.value)}>
        ${references.map((label) => html`<option key=${label} value=${label}>${label}</option>`)}</select></label>`}
      <span class="spacer"></span>
      <${Switch} on=${view.log && !different} disabled=${different} title=${different ? 'differences may be below zero' : undefined} onChange=${view.setLog}>log scale</${Switch}>
      <${Switch} on=${view.bands} onChange=${view.setBands}>standard error</${Switch}>
      <button class="small" onClick=${download} disabled=${shown.length === 0}>SVG</button>
    </div>
    <div class="chart-and-legend">
      <${Curves} series=${series} hidden=${view.hidden} log=${view.log && !different} bands=${view.bands} zero=${different}
            label=${words} empty=${empty} onDrawing=${keep}/>
      ${legend}
    </div>
  </div>`;
}
