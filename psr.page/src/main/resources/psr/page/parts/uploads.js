// Uploads of data files under valid names; if the name is in use, the user is asked.

import { put } from '../api.js';
import { html, useRef, useState } from '../view.js';
import { Action, FileDrop, Trouble } from './common.js';

const LONGEST = 100;

/** The name under which a file is stored, as close to the original as possible: letters, digits, dots, dashes and underscores. */
export function storedAs(name) {
  const [, own, ending] = /^(.*?)(\.[A-Za-z0-9]{1,10})?$/s.exec(name);
  const stem = own.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+|-+$/g, '');
  return (stem.slice(0, LONGEST - (ending?.length ?? 0)) || 'data') + (ending ?? '');
}

const place = (file) => `/data/${encodeURIComponent(storedAs(file.name))}`;

/**
 * A drop area for data files; 'stored' are the names of the existing files. Calls onSent for each uploaded file with its
 * name and whether it was the last one dropped: of two files, the larger one is sent last, whichever the user dropped
 * last.
 */
export function DataDrop({ label, multiple, stored, onSent, children }) {
  const [problem, setProblem] = useState(null);
  const [conflicting, setConflicting] = useState([]); // those whose name another file has
  const last = useRef(null);
  const notify = (file) => onSent(file, storedAs(file.name), file === last.current);
  const take = async (files) => {
    setProblem(null);
    last.current = files[files.length - 1];
    const others = [];
    for (const file of files) {
      try {
        await put(place(file), file);
        await notify(file);
      } catch (failure) {
        if (failure.status === 409) others.push(file);
        else setProblem(failure);
      }
    }
    setConflicting((all) => [...all.filter(({ name }) => !files.some((file) => file.name === name)), ...others]);
  };
  const leave = (file) => setConflicting((all) => all.filter((other) => other !== file));
  const replace = (file) => async () => {
    last.current = file;
    await put(place(file), file, { 'If-Match': '*' });
    leave(file);
    await notify(file);
  };
  return html`<${FileDrop} label=${label} multiple=${multiple} onFiles=${take}>${children}</${FileDrop}>
    <${Trouble} problem=${problem}/>
    ${conflicting.filter((file) => stored.includes(storedAs(file.name))).map((file) => html`<div class="notice asked" role="alert" key=${file.name}><p>There is another file called <b>${storedAs(file.name)}</b> here. Replaced, it goes into the trash.</p>
      <div class="actions"><${Action} onClick=${replace(file)}>Replace it</${Action}><button class="plain" onClick=${() => leave(file)}>Cancel</button></div></div>`)}`;
}
