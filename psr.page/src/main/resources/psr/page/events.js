// Server-sent events, read with fetch because EventSource cannot send a token. Reconnects with increasing delays, resumes
// after the last event received, and reports the state of the connection. No change is missed: reading data waits for the
// stream first; if that takes too long, everything is read again as soon as the stream is connected.

import { send } from './api.js';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 1_000; // a server that is ready again is found within two seconds
const SILENCE = 40_000; // the server sends at least one line every 15 seconds
const PATIENCE = 300; // how long the first requests wait for the stream

const listeners = new Set();
const watchers = new Set();
let state = 'connecting';
let last = null;
let wait = FIRST_WAIT;
let running = false;
let current = null;
let missed = false; // whether data may have changed unnoticed

// A browser may cache a page that was left; its stream would occupy one of the few connections to the server.
addEventListener('pagehide', () => current?.abort());

/** Calls back with each event: { type, data }. 'healed' and 'reset' mean: read everything again. */
export function onEvent(callback) {
  listeners.add(callback);
  return () => listeners.delete(callback);
}

/** Calls back with 'connecting', 'open' or 'lost', now and at each change. */
export function onConnection(callback) {
  watchers.add(callback);
  callback(state);
  return () => watchers.delete(callback);
}

function become(next) {
  if (next === state) return;
  state = next;
  watchers.forEach((callback) => callback(state));
}

/** Resolves when events are received, or will be announced by 'healed'. */
export function hearing() {
  if (state !== 'connecting') return Promise.resolve();
  return new Promise((resume) => {
    let forget = () => {};
    const goOn = () => {
      clearTimeout(timer);
      forget();
      resume();
    };
    const timer = setTimeout(() => {
      missed = true;
      goOn();
    }, PATIENCE);
    forget = onConnection((now) => now !== 'connecting' && goOn());
  });
}

const tell = (type, data) => listeners.forEach((callback) => callback({ type, data }));

/** Reads blocks of 'field: value' lines, each ended by an empty line. */
function take(block) {
  let type = 'message';
  const data = [];
  for (const line of block.split('\n')) {
    const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line);
    if (field === 'id') last = value;
    else if (field === 'event') type = value;
    else if (field === 'data') data.push(value);
  }
  if (data.length === 0 && type === 'message') return;
  let content = null;
  try { content = JSON.parse(data.join('\n')); } catch { /* an event without content */ }
  tell(type, content);
}

async function listen() {
  const control = new AbortController();
  current = control;
  let alarm = setTimeout(() => control.abort(), SILENCE);
  try {
    const response = await send('GET', '/events', {
      accept: 'text/event-stream', signal: control.signal, headers: last === null ? {} : { 'Last-Event-ID': last },
    });
    become('open');
    wait = FIRST_WAIT;
    if (missed) {
      missed = false;
      tell('healed', null);
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(alarm);
      alarm = setTimeout(() => control.abort(), SILENCE);
      const blocks = (rest + value).replace(/\r\n?/g, '\n').split('\n\n');
      rest = blocks.pop();
      blocks.forEach(take);
    }
  } finally {
    clearTimeout(alarm);
    control.abort();
  }
}

/** Starts listening and never stops; a second call does nothing. */
export async function connect() {
  if (running) return;
  running = true;
  for (;;) {
    try {
      await listen();
    } catch (failure) {
      if (failure.status === 401) {
        running = false;
        become('connecting');
        return;
      }
    }
    missed = true;
    become('lost');
    await new Promise((resume) => setTimeout(resume, wait));
    wait = Math.min(LONGEST_WAIT, wait * 2);
  }
}
