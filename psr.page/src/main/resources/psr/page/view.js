// The imports of every component: Preact, its hooks, and templates. Preact comes as two plain scripts (lib/), which need
// neither an import map nor a build step.

export { html } from './html.js';
export const { render, Fragment } = globalThis.preact;
export const { useState, useEffect, useLayoutEffect, useMemo, useRef, useCallback, useErrorBoundary, useId } = globalThis.preactHooks;
