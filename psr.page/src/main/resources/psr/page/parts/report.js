// The report of a run, shown within the page. Imported runs are not trusted: the report is shown in a frame that runs no
// scripts and loads nothing. The page's policy forbids styles within markup, so they are extracted and passed on as style
// sheets.

import { send } from '../api.js';
import { html, useEffect, useRef, useState } from '../view.js';
import { Loading, Trouble } from './common.js';

const UNWANTED = 'script, style, link, meta, base, iframe, frame, object, embed, form';

/** Markup without the elements that are not allowed in the frame, and the styles that were in it. */
function prepared(text) {
  const styles = [];
  // Before parsing, because the policy applies during parsing, too.
  const bare = text.replace(/<style\b[^>]*>([^]*?)<\/style>/gi, (all, style) => {
    styles.push(style);
    return '';
  });
  const parsed = new DOMParser().parseFromString(bare, 'text/html');
  parsed.querySelectorAll(UNWANTED).forEach((element) => element.remove());
  return { markup: `<!doctype html>${parsed.documentElement.outerHTML}`, styles: styles.join('\n') };
}

export function Report({ path }) {
  const frame = useRef(null);
  const [report, setReport] = useState(null);
  const [problem, setProblem] = useState(null);
  useEffect(() => {
    const control = new AbortController();
    send('GET', path, { accept: 'text/html', signal: control.signal }).then((response) => response.text()).then((text) => setReport(prepared(text)),
      (failure) => failure.name !== 'AbortError' && setProblem(failure));
    return () => control.abort();
  }, [path]);
  const dress = () => {
    const { contentDocument: inside, contentWindow } = frame.current;
    const sheet = new contentWindow.CSSStyleSheet();
    sheet.replaceSync(report.styles);
    inside.adoptedStyleSheets = [sheet];
    const fit = () => { if (frame.current) frame.current.style.height = `${inside.documentElement.offsetHeight + 24}px`; };
    new ResizeObserver(fit).observe(inside.documentElement);
    fit();
  };
  if (problem) return html`<${Trouble} problem=${problem}/>`;
  if (!report) return html`<${Loading} what="the report"/>`;
  return html`<iframe ref=${frame} class="report" title="The report of the run" sandbox="allow-same-origin" srcdoc=${report.markup} onLoad=${dress}></iframe>`;
}
