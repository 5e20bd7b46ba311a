/**
 * The colours of web/ui/theme.css in sRGB: mail programs support neither custom properties nor oklch. Light
 * colours are inline styles; the style sheet below overrides them in programs with a dark mode.
 */
export const colours = {
  ground: '#f1eef7',
  card: '#ffffff',
  text: '#1d1728',
  muted: '#5d576a',
  line: '#e2dfe9',
  accent: '#7235d0',
  accentText: '#692cc3',
  onAccent: '#ffffff',
}

export const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .ground, .ground > table > tbody > tr > td { background-color: #120e19 !important }
  .card { background-color: #1e1926 !important }
  .text { color: #f1eff6 !important }
  .muted { color: #b3aebf !important }
  .line { border-color: #383243 !important }
  .accent-text { color: #ceb6fc !important }
}`

export const fontFamily = 'Figtree, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif'
