// Data: uploaded files to learn from, and who uploaded them when.

import { all, download, post, remove } from '../api.js';
import { ago, bytes, moment } from '../format.js';
import { Action, Empty, StoredOrTrash, Loading, Trouble } from '../parts/common.js';
import { DataDrop } from '../parts/uploads.js';
import { about, useResource } from '../resource.js';
import { useRemembered } from '../router.js';
import { html } from '../view.js';

export function Data({ info }) {
  const [which, choose] = useRemembered('state', 'kept');
  const trash = which === 'trash';
  const { data, problem, reload } = useResource(`/data${trash ? '?removed=true' : ''}`, about('data'), all);
  const writable = info?.role !== 'read';
  const path = ({ name }) => `/data/${encodeURIComponent(name)}`;
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
        <td class="row-actions">${!trash && html`<${Action} kind="plain" onClick=${() => download(path(file), file.name)}>Download</${Action}>`}
          ${!trash && writable && html`<${Action} kind="plain" onClick=${throwAway(file)}>Move to trash</${Action}>`}
          ${trash && writable && newest(file) && html`<${Action} kind="plain" onClick=${takeOut(file)}>Restore</${Action}>`}</td></tr>`)}</tbody></table></div>`}
    ${writable && !trash && html`<${DataDrop} label="Upload data files" multiple stored=${(data ?? []).map(({ name }) => name)} onSent=${reload}><span>
      <b>Drop files here</b> or choose them: tables (CSV), texts, lines of words, PAutomaC, SPiCe.</span></${DataDrop}>`}`;
}
