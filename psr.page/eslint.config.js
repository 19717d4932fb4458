// What eslint checks in the scripts of the page. Run by .ci/run.

import js from '@eslint/js';

const BROWSER = ['AbortController', 'Blob', 'CSS', 'DOMParser', 'ResizeObserver', 'TextDecoderStream', 'URL', 'URLSearchParams',
  'XMLSerializer', 'addEventListener', 'clearInterval', 'clearTimeout', 'console', 'crypto', 'document', 'fetch', 'getComputedStyle', 'history', 'localStorage',
  'location', 'navigator', 'performance', 'removeEventListener', 'scrollTo', 'sessionStorage', 'setInterval', 'setTimeout'];

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: 'module', globals: Object.fromEntries(BROWSER.map((name) => [name, 'readonly'])) },
    rules: {
      // html.js marks the places of values by characters that no text has
      'no-control-regex': 'off',
      // { a, ...rest } leaves a out
      'no-unused-vars': ['error', { ignoreRestSiblings: true }],
    },
  },
];
