// Access tokens for people and programs, for administrators: a token is shown once, when it is created.

import { get, post, remove } from '../api.js';
import { ago, moment } from '../format.js';
import { Action, Badge, Copy, Empty, Loading, Section, Trouble } from '../parts/common.js';
import { useResource } from '../resource.js';
import { html, useState } from '../view.js';

const ROLES = [['read', 'read: sees everything, uses models, changes nothing'], ['full', 'full: may do everything, also manage tokens']];

function NewToken({ onMade }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState('read');
  const make = async () => {
    onMade(await post('/tokens', { name: name.trim(), role }));
    setName('');
  };
  return html`<div class="row"><label>name <input type="text" maxlength="100" value=${name} placeholder="a person or a program" onInput=${(event) => setName(event.target.value)}/></label>
    <label>role <select value=${role} onChange=${(event) => setRole(event.target.value)}>${ROLES.map(([key, words]) => html`<option key=${key} value=${key}>${words}</option>`)}</select></label>
    <${Action} kind="primary" disabled=${name.trim() === ''} onClick=${make}>Create the token</${Action}></div>`;
}

/** Removing a token locks out its users, so it needs a second click. */
function Remove({ token, onDone }) {
  const [sure, ask] = useState(false);
  const act = async () => {
    await remove(`/tokens/${encodeURIComponent(token.id)}`);
    onDone();
  };
  return sure ? html`<${Action} onClick=${act}>Remove ${token.name}</${Action}><button class="plain" onClick=${() => ask(false)}>Keep it</button>`
    : html`<button class="plain" onClick=${() => ask(true)}>Remove …</button>`;
}

export function Tokens({ info }) {
  const { data, problem, reload } = useResource(info?.role === 'read' ? null : '/tokens', () => false, get);
  const [made, setMade] = useState(null);
  const add = (token) => {
    setMade(token);
    reload();
  };
  return html`<div class="page-head"><h1 tabindex="-1">Tokens</h1></div>
    ${info?.role === 'read' ? html`<${Empty}>Tokens are managed by administrators; yours is read-only.</${Empty}>` : html`
    <p class="quiet">Give each person and each program a separate token, so that each can be removed individually. The owner's token is in the file <code>token</code> of the server's folder.</p>
    <${Trouble} problem=${problem}/>
    <${Section} title="New token" id="new-token"><${NewToken} onMade=${add}/>
      ${made && html`<div class="notice" role="status"><p>The token of <b>${made.name}</b>. It is not shown again:</p>
        <p><code class="secret">${made.token}</code> <${Copy} text=${made.token}/></p>
        <p class="quiet">Address with the token: <code class="secret">${`${location.origin}/#token=${made.token}`}</code></p></div>`}</${Section}>
    <${Section} title="Tokens in use" id="tokens">${!data && !problem && html`<${Loading} what="tokens"/>`}
      ${data?.items.length === 0 && html`<${Empty}>There is only the owner's token. Create one for each person who uses this server.</${Empty}>`}
      ${data?.items.length > 0 && html`<div class="scroll"><table class="list stacked narrow"><thead><tr><th>name</th><th>role</th><th class="num">created</th><th><span class="unseen">actions</span></th></tr></thead>
        <tbody>${data.items.map((token) => html`<tr key=${token.id}><td class="title">${token.name}</td><td><${Badge} state=${token.role}/></td>
          <td class="num" title=${moment(token.created)}>${ago(token.created)}</td><td class="row-actions"><${Remove} token=${token} onDone=${reload}/></td></tr>`)}</tbody></table></div>`}</${Section}>`}`;
}
