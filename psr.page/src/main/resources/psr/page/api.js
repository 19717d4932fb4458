// Requests to the lab server, with the token, and their errors.

import { decoded } from './router.js';

const BASE = '/api/v1';
const KEY = 'psr.token';
const strangers = new Set();

/** An error reported by the server, or that it cannot be reached (status 0). */
export class Problem extends Error {
  constructor(status, title, detail, refusals = []) {
    super(detail || title);
    this.status = status;
    this.title = title;
    this.refusals = refusals;
  }
}

export const token = () => sessionStorage.getItem(KEY) ?? '';

export function keepToken(text) {
  sessionStorage.setItem(KEY, text.trim());
}

/** Removes #token=… from the address bar; the rest after # stays. */
export function takeToken() {
  const found = /[#&?]token=([^&]+)/.exec(location.hash);
  if (!found) return;
  keepToken(decoded(found[1]));
  const rest = location.hash.replace(found[0], '').replace(/^#?&?/, '');
  history.replaceState(null, '', location.pathname + (rest ? `#${rest}` : ''));
}

/** Calls back when a request was answered with 401: the token is missing or wrong. */
export function onStranger(callback) {
  strangers.add(callback);
  return () => strangers.delete(callback);
}

/** Puts the file's name into the message about an upload, which the server calls the body. */
export function wrongWith({ name }, problem) {
  problem.message = problem.message.replace(/^the body\b/, name);
  return problem;
}

async function problem(response) {
  const fallback = `The server answered ${response.status} ${response.statusText}`.trim();
  try {
    const answer = await response.json();
    return new Problem(response.status, answer.title ?? fallback, answer.detail ?? '', answer.refusals ?? []);
  } catch {
    return new Problem(response.status, fallback, '');
  }
}

/** Sends a request and returns the response; throws a Problem unless it succeeds. */
export async function send(method, path, { body, type, headers = {}, signal, accept = 'application/json' } = {}) {
  const plain = body === undefined || body instanceof Blob || typeof body === 'string';
  const all = { Accept: accept, Authorization: `Bearer ${token()}`, ...headers };
  if (body !== undefined) all['Content-Type'] = type ?? (plain ? 'application/octet-stream' : 'application/json');
  let response;
  try {
    response = await fetch(BASE + path, { method, headers: all, body: plain ? body : JSON.stringify(body), signal });
  } catch (failure) {
    if (failure.name === 'AbortError') throw failure;
    throw new Problem(0, 'The server cannot be reached', 'The server cannot be reached. This page tries again automatically.');
  }
  if (response.status === 401) strangers.forEach((callback) => callback());
  if (!response.ok) throw await problem(response);
  return response;
}

async function json(method, path, options) {
  const response = await send(method, path, options);
  return response.status === 204 ? null : response.json();
}

export const get = (path, options) => json('GET', path, options);
export const post = (path, body = {}, options) => json('POST', path, { body, ...options });
export const patch = (path, body) => json('PATCH', path, { body });
export const put = (path, blob, headers) => json('PUT', path, { body: blob, headers });
export const remove = (path) => json('DELETE', path);

/** A POST that creates something; a repeated request creates it only once. */
export const create = (path, body) => post(path, body, { headers: { 'Idempotency-Key': crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` } });

/** All items of a list, page by page, up to a limit. */
export async function all(path, most = 2000) {
  const items = [];
  let after = null;
  do {
    const cursor = after === null ? '' : `${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(after)}`;
    const page = await get(path + cursor);
    items.push(...page.items);
    after = page.next ?? null;
  } while (after !== null && items.length < most);
  return items;
}

/** Saves a response as a file. A link could not send the token. */
export async function download(path, name) {
  const response = await send('GET', path, { accept: '*/*' });
  save(await response.blob(), name);
}

export function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
