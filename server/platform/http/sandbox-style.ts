import { createHash } from 'node:crypto'

/**
 * The style of pages that play another company's site in a demo: its own colours, and nothing of the site's
 * theme. Contrast is at least 4.5:1 for text and 3:1 for the edges of buttons, in both colour schemes.
 */
export const sandboxStyle = `
  :root {
    color-scheme: light dark;
    --page: light-dark(#eef2f1, #101816);
    --sheet: light-dark(#fff, #1a2523);
    --text: light-dark(#13211e, #e6efed);
    --quiet: light-dark(#4d605b, #a3b6b1);
    --edge: light-dark(#73857f, #6c817b);
    --line: light-dark(#d5dedb, #2c3a37);
    --accent: light-dark(#0b6b58, #5fd6bb);
    --on-accent: light-dark(#fff, #06231d);
    --notice: light-dark(#fff3d1, #3a2f10);
    --on-notice: light-dark(#553d00, #ffe2a0);
  }
  * { box-sizing: border-box; margin: 0; }
  body {
    min-block-size: 100dvh; padding: 1.5rem 1rem; background: var(--page); color: var(--text);
    font: 1rem/1.5 system-ui, sans-serif;
  }
  .column { max-inline-size: 27rem; margin-inline: auto; }
  header { display: flex; align-items: center; gap: .625rem; margin-block-end: 1.25rem; }
  .brand { font-weight: 700; font-size: 1.125rem; letter-spacing: -.01em; }
  .badge {
    padding: .0625rem .5rem; border-radius: 99rem; background: var(--notice); color: var(--on-notice);
    font-size: .8125rem; font-weight: 600;
  }
  main { padding: 1.5rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--sheet); }
  h1 { font-size: 1.5rem; line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere; }
  h2 { font-size: 1rem; margin-block-end: .75rem; }
  p { margin-block-start: .5rem; color: var(--quiet); }
  .notice { margin-block-start: 1rem; padding: .75rem; border-radius: .5rem; background: var(--notice); color: var(--on-notice); }
  dl { margin-block: 1.5rem; border-block-start: 1px solid var(--line); }
  dl > div {
    display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding-block: .625rem;
    border-block-end: 1px solid var(--line);
  }
  dt { color: var(--quiet); }
  dd { font-weight: 600; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  form { display: grid; gap: .625rem; }
  button, .button {
    display: block; inline-size: 100%; min-block-size: 3rem; padding: .625rem 1rem; border: 1px solid var(--edge);
    border-radius: .5rem; background: transparent; color: var(--text); font: inherit; font-weight: 600; text-align: center;
    text-decoration: none; cursor: pointer;
  }
  label { font-weight: 600; }
  .check { display: flex; align-items: center; gap: .625rem; min-block-size: 3rem; }
  .check input { inline-size: 1.25rem; block-size: 1.25rem; accent-color: var(--accent); }
  select {
    display: block; inline-size: 100%; min-block-size: 3rem; margin-block-start: .25rem; padding-inline: .75rem;
    border: 1px solid var(--edge); border-radius: .5rem; background: var(--sheet); color: var(--text); font: inherit;
  }
  .main-button { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
  button:hover, .button:hover { text-decoration: underline; text-underline-offset: .2em; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`

/** Content security policy: no scripts or images, one style sheet by its hash, forms only to this site. */
export const sandboxPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(sandboxStyle).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
