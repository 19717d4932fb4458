// Data: uploaded files to learn from, and who uploaded them when.

import { all, create, download, post, remove } from '../api.js';
import { ago, bytes, moment } from '../format.js';
import { Action, Empty, StoredOrTrash, Loading, Section, Trouble } from '../parts/common.js';
import { beginning, guess, Preview } from '../parts/datasets.js';
import { DataDrop } from '../parts/uploads.js';
import { stageText } from '../recipe.js';
import { about, useResource } from '../resource.js';
import { go, useRemembered } from '../router.js';
import { html, useState } from '../view.js';

/** The learners that are compared on a file. */
const SYMBOLS = ['psr', '2sr', 'em', 'ngram:order=3'];
const NUMBERS = ['psr', 'n4sid', 'ar', 'kalman', 'last'];

export function Data({ info }) {
  const [which, choose] = useRemembered('state', 'kept');
  const trash = which === 'trash';
  const { data, problem, reload } = useResource(`/data${trash ? '?removed=true' : ''}`, about('data'), all);
  const writable = info?.role !== 'read';
  const path = ({ name }) => `/data/${encodeURIComponent(name)}`;
  const [shown, show] = useState(null); // the file whose preview is open
  const services = useResource('/services', about('plugin')).data?.items ?? [];
  const dataset = async ({ name }) => stageText(guess(await beginning(name), name));
  const preview = (file) => async () => show(shown?.name === file.name ? null : { name: file.name, dataset: await dataset(file) });
  const learn = (file) => async () => {
    const found = await dataset(file);
    go('models', (await create('/models', { dataset: found, recipe: 'psr' })).id);
  };
  const compare = (file) => async () => {
    const found = await dataset(file);
    const numbers = found.includes('values=');
    const recipes = (numbers ? NUMBERS : SYMBOLS).filter((recipe) => services.some(({ kind, name }) => kind === 'learner' && name === recipe.split(':')[0]));
    go('runs', (await create('/runs', { experiment: { dataset: found, recipes, metrics: numbers ? ['mse'] : ['perplexity', 'ospa'], trials: 3 }, name: `learners on ${file.name}` })).id);
  };
  const throwAway = (file) => async () => {
    await remove(path(file));
    reload();
  };
  const takeOut = (file) => async () => {
    await post(`${path(file)}/restore`);
    reload();
  };
  // Of several files of the same name, only the last one deleted can be restored.
  const newest = (file) => !data.some((other) => other.name === file.name && other.removed > file.removed);
  return html`<div class="page-head"><h1 tabindex="-1">Data</h1></div>
    <div class="toolbar"><${StoredOrTrash} value=${which} onChange=${choose}/></div><${Trouble} problem=${problem}/>
    ${!data && !problem && html`<${Loading} what="the files"/>`}
    ${data?.length === 0 && html`<${Empty}>${trash ? 'The trash is empty.' : html`No files yet. Files dropped here can be used in experiments and to learn models.`}</${Empty}>`}
    ${data?.length > 0 && html`<div class="scroll"><table class="list stacked"><thead><tr><th>file</th><th class="num">size</th>
      <th class="wide">SHA-256</th><th class="num">${trash ? 'deleted' : 'uploaded'}</th><th class="wide">by</th><th><span class="unseen">actions</span></th></tr></thead>
      <tbody>${data.map((file) => html`<tr key=${file.name + file.removed}><td class="name title">${file.name}</td><td class="num">${bytes(file.bytes)}</td>
        <td class="wide"><code title=${file.sha256}>${(file.sha256 ?? '').slice(0, 16)}</code></td>
        <td class="num" title=${moment(file.removed ?? file.uploaded)}>${ago(file.removed ?? file.uploaded)}</td><td class="wide">${file.by}</td>
        <td class="row-actions">${!trash && html`<${Action} kind="plain" onClick=${preview(file)}>${shown?.name === file.name ? 'Close' : 'Preview'}</${Action}>`}
          ${!trash && writable && html`<${Action} kind="plain" onClick=${learn(file)} title="learns a model with psr, which chooses its settings">Learn</${Action}>
            <${Action} kind="plain" onClick=${compare(file)} title="an experiment with several learners">Compare learners</${Action}>`}
          ${!trash && html`<${Action} kind="plain" onClick=${() => download(path(file), file.name)}>Download</${Action}>`}
          ${!trash && writable && html`<${Action} kind="plain" onClick=${throwAway(file)}>Move to trash</${Action}>`}
          ${trash && writable && newest(file) && html`<${Action} kind="plain" onClick=${takeOut(file)}>Restore</${Action}>`}</td></tr>`)}</tbody></table></div>`}
    ${shown && !trash && html`<${Section} title=${`Preview of ${shown.name}`} id="preview" aside=${html`<a class="button small" href=${`#/models?learn=${encodeURIComponent(shown.dataset)}`}>Learn with other settings</a>`}>
      <p class="name">${shown.dataset}</p><${Preview} dataset=${shown.dataset}/></${Section}>`}
    ${writable && !trash && html`<${DataDrop} label="Upload data files" multiple stored=${(data ?? []).map(({ name }) => name)} onSent=${reload}><span>
      <b>Drop files here</b> or choose them: tables (CSV), texts, lines of words, PAutomaC, SPiCe.</span></${DataDrop}>`}`;
}
