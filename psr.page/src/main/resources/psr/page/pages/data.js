// Data: the files that people have sent, to learn from; who sent them and when.

import { download, put, remove } from '../api.js';
import { ago, bytes, moment } from '../format.js';
import { Action, Empty, FileDrop, Loading, Trouble } from '../parts/common.js';
import { useFiles } from '../parts/datasets.js';
import { html, useState } from '../view.js';

export function Data({ info }) {
  const { data, problem, reload } = useFiles();
  const [trouble, setTrouble] = useState(null);
  const writable = info?.role !== 'read';
  const path = ({ name }) => `/data/${encodeURIComponent(name)}`;
  const take = async (files) => {
    setTrouble(null);
    try {
      for (const file of files) await put(path(file), file);
    } catch (failure) {
      setTrouble(failure);
    }
    reload();
  };
  const throwAway = (file) => async () => {
    await remove(path(file));
    reload();
  };
  return html`<div class="page-head"><h1 tabindex="-1">Data</h1></div><${Trouble} problem=${problem ?? trouble}/>
    ${!data && !problem && html`<${Loading} what="the files"/>`}
    ${data?.length === 0 && html`<${Empty}>No files yet. What is dropped here can be named in experiments and learned from.</${Empty}>`}
    ${data?.length > 0 && html`<div class="scroll"><table class="list"><thead><tr><th>file</th><th class="num">size</th>
      <th class="wide">SHA-256</th><th class="num">sent</th><th class="wide">by</th><th><span class="unseen">what can be done</span></th></tr></thead>
      <tbody>${data.map((file) => html`<tr key=${file.name}><td class="name">${file.name}</td><td class="num">${bytes(file.bytes)}</td>
        <td class="wide"><code title=${file.sha256}>${(file.sha256 ?? '').slice(0, 16)}</code></td>
        <td class="num" title=${moment(file.uploaded)}>${ago(file.uploaded)}</td><td class="wide">${file.by}</td>
        <td><${Action} kind="plain" onClick=${() => download(path(file), file.name)}>Download</${Action}>${writable && html`<${Action}
              kind="plain" onClick=${throwAway(file)}>Trash</${Action}>`}</td></tr>`)}</tbody></table></div>`}
    ${writable && html`<${FileDrop} label="Upload data files" onFiles=${take}><span>
      <b>Drop files here</b> or choose one: tables (CSV), texts, lines of words, PAutomaC, SPiCe.</span></${FileDrop}>`}`;
}
