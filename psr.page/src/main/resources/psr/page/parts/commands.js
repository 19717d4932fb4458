// The last action on the page as a command for curl, Python and the shell.

import { html, useState } from '../view.js';
import { Choice, Copy } from './common.js';

const WAYS = [['curl', 'curl'], ['python', 'Python'], ['shell', 'Shell']];

/** A word for a shell, quoted if necessary. */
export const quoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** A value in Python: texts, numbers, lists and plain objects. */
export const python = (value) => JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ').replace(/([[{]) | ([\]}])/g, '$1$2')
  .replace(/\btrue\b(?=[,\]}]|$)/g, 'True').replace(/\bfalse\b(?=[,\]}]|$)/g, 'False');

/** A request with curl; the token is taken from the environment. */
export function curl(path, body) {
  const address = `${location.origin}/api/v1${path}`;
  const send = body === undefined ? '' : ` \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(JSON.stringify(body))}`;
  return `curl -H "Authorization: Bearer $PSR_TOKEN"${send} \\\n  ${quoted(address)}`;
}

/** A Python program: the server, then these lines. */
export const program = (...lines) => ['from psrlab import Lab', '', `lab = Lab(${python(location.origin)})  # the token is in the environment's PSR_TOKEN`,
  ...lines].join('\n');

/** ways: { curl, python, shell }, the text of each; those that are missing are not offered. */
export function Commands({ ways, title = 'The same as a command' }) {
  const offered = WAYS.filter(([key]) => ways[key]);
  const [way, choose] = useState(offered[0][0]);
  return html`<details class="commands"><summary>${title}</summary>
    <div class="code-head"><${Choice} label="Language" value=${way} onChange=${choose} options=${offered}/><span class="spacer"></span>
      <${Copy} text=${ways[way]}/></div>
    <pre class="code command" tabindex="0">${ways[way]}</pre></details>`;
}
