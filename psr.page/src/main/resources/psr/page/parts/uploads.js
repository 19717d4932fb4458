// Data files that visitors send: under a name that the server takes; where another file has it, the visitor is asked.

import { put } from '../api.js';
import { html, useRef, useState } from '../view.js';
import { Action, FileDrop, Trouble } from './common.js';

const LONGEST = 100;

/** The name under which a file is kept, as near to its own as can be: letters, digits, dots, dashes and underscores. */
export function keptAs(name) {
  const [, own, ending] = /^(.*?)(\.[A-Za-z0-9]{1,10})?$/s.exec(name);
  const stem = own.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+|-+$/g, '');
  return (stem.slice(0, LONGEST - (ending?.length ?? 0)) || 'data') + (ending ?? '');
}

const place = (file) => `/data/${encodeURIComponent(keptAs(file.name))}`;

/**
 * A place for data files; kept are the names of those that are here. onSent is told each that was taken, what it is called now, and
 * whether it was given last: of two, the larger one is sent later, whichever was meant.
 */
export function DataDrop({ label, multiple, kept, onSent, children }) {
  const [problem, setProblem] = useState(null);
  const [taken, setTaken] = useState([]); // those whose name another file has
  const last = useRef(null);
  const told = (file) => onSent(file, keptAs(file.name), file === last.current);
  const take = async (files) => {
    setProblem(null);
    last.current = files[files.length - 1];
    const others = [];
    for (const file of files) {
      try {
        await put(place(file), file);
        await told(file);
      } catch (failure) {
        if (failure.status === 409) others.push(file);
        else setProblem(failure);
      }
    }
    setTaken((all) => [...all.filter(({ name }) => !files.some((file) => file.name === name)), ...others]);
  };
  const leave = (file) => setTaken((all) => all.filter((other) => other !== file));
  const replace = (file) => async () => {
    last.current = file;
    await put(place(file), file, { 'If-Match': '*' });
    leave(file);
    await told(file);
  };
  return html`<${FileDrop} label=${label} multiple=${multiple} onFiles=${take}>${children}</${FileDrop}>
    <${Trouble} problem=${problem}/>
    ${taken.filter((file) => kept.includes(keptAs(file.name))).map((file) => html`<div class="notice asked" role="alert" key=${file.name}><p>There is another file called <b>${keptAs(file.name)}</b> here. Replaced, it goes into the trash.</p>
      <div class="actions"><${Action} onClick=${replace(file)}>Replace it</${Action}><button class="plain" onClick=${() => leave(file)}>Cancel</button></div></div>`)}`;
}
