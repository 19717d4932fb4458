// The current location: the part of the address after #, as a path and a query. A link reproduces a view.

import { useEffect, useState } from './view.js';

/** Decodes text of an address; malformed text is returned unchanged. */
export function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

export function here() {
  const [path, query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return { path: path.split('/').filter((part) => part !== '').map(decoded), query: new URLSearchParams(query) };
}

export function useRoute() {
  const [route, change] = useState(here);
  useEffect(() => {
    const moved = () => change(here());
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, []);
  return route;
}

export const link = (...path) => `#/${path.map(encodeURIComponent).join('/')}`;

export function go(...path) {
  location.hash = link(...path);
}

/** Writes values into the query of the address without navigating; empty ones are omitted. */
export function remember(values) {
  const { path, query } = here();
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === '' || value === false) query.delete(name);
    else query.set(name, String(value));
  }
  const text = query.toString();
  history.replaceState(null, '', link(...path) + (text ? `?${text}` : ''));
}

/** A value of the query, and a function that changes it. */
export function useRemembered(name, fallback = '') {
  const [value, change] = useState(() => here().query.get(name) ?? fallback);
  useEffect(() => {
    // Follow links to another view of the same page.
    const moved = () => change(here().query.get(name) ?? fallback);
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, []);
  return [value, (next) => {
    change(next);
    remember({ [name]: next === fallback ? null : next });
  }];
}
