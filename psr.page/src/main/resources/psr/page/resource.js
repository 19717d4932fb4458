// Data from the server: read once, and read again when an event reports a change.

import { get } from './api.js';
import { hearing, onEvent } from './events.js';
import { useEffect, useRef, useState } from './view.js';

const PAUSE = 400; // shortest time between two requests for the same data; after a pause a request is sent immediately

/** Whether anything may have changed. */
export const changesAll = (event) => event.type === 'healed' || event.type === 'reset';

/**
 * @param path the data to read, or null for none
  * @param changed returns whether an event may have changed the data
  * @returns { data, problem, reload }: the last data stay while new ones are read
 */
export function useResource(path, changed = () => false, read = get) {
  const [shown, show] = useState({ path: null, data: null, problem: null });
  const ask = useRef(() => {});
  const decide = useRef(changed);
  decide.current = changed;
  useEffect(() => {
    if (path === null) return undefined;
    const control = new AbortController();
    let timer = null;
    let busy = false;
    let again = false;
    let ended = -PAUSE;
    const fetchNow = async () => {
      timer = null;
      busy = true;
      try {
        await hearing();
        const data = await read(path, { signal: control.signal });
        show({ path, data, problem: null });
      } catch (problem) {
        if (problem.name !== 'AbortError') show((before) => ({ path, data: before.path === path ? before.data : null, problem }));
      }
      busy = false;
      ended = performance.now();
      if (again && !control.signal.aborted) {
        again = false;
        timer = setTimeout(fetchNow, PAUSE);
      }
    };
    ask.current = () => {
      if (busy) again = true;
      else timer ??= setTimeout(fetchNow, Math.max(0, ended + PAUSE - performance.now()));
    };
    const forget = onEvent((event) => {
      if (changesAll(event) || decide.current(event)) ask.current();
    });
    fetchNow();
    return () => {
      forget();
      clearTimeout(timer);
      control.abort();
    };
  }, [path]);
  const mine = shown.path === path;
  return { data: mine ? shown.data : null, problem: mine ? shown.problem : null, reload: () => ask.current() };
}

/** The last data: they are shown until new ones arrive. */
export function useLast(data) {
  const last = useRef(data);
  if (data !== null) last.current = data;
  return last.current;
}

/** Matches events of one kind of object; if an id is given, only those of that object. */
export const about = (kind, id = null) => (event) => event.type === kind && (id === null || event.data?.id === id);
