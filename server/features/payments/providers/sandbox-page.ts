import { createHash } from 'node:crypto'
import { createTranslator } from 'use-intl/core'
import type { Language } from '#contract/languages.ts'
import { currencyDisplay, majorUnits } from '#contract/payments/money.ts'
import { textsOf } from '#server/texts.ts'
import type { SandboxPayment } from './sandbox-store.ts'

/*
 * The sandbox plays another company's site, so it has its own name and colours and nothing of the site's
 * theme. Contrast is at least 4.5:1 for text and 3:1 for the edges of buttons, in both colour schemes.
 */
const style = `
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

/** What happens to the webhook that reports a button: the last three show what a site must cope with. */
export const webhookFates = ['sent', 'slow', 'twice', 'lost'] as const

/** Content security policy: no scripts or images, one style sheet by its hash, forms only to this site. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Renders the checkout of an unsettled payment, or the result of a settled one. */
export function checkoutPage(payment: SandboxPayment, language: Language) {
  const t = translator(language)
  const { merchant, reference, amountMinor, currency, method, status, returnPath, chargedBackMinor } = payment
  const format = { style: 'currency', currency, currencyDisplay: currencyDisplay(currency) } as const
  const amount = new Intl.NumberFormat(language, format).format(majorUnits({ amountMinor, currency }))
  const isOpen = status === 'open'
  const isUnsettled = isOpen || status === 'pending'
  const canChargeBack = status === 'completed' && chargedBackMinor === 0
  const state = chargedBackMinor > 0 ? 'charged_back' : status
  const title = state === 'open' ? t('sandbox.title', { merchant }) : t(`sandbox.${state}Title`)
  const back = html`<a class="button" href="${returnPath}">${t('sandbox.back', { merchant })}</a>`
  return page({
    language,
    title,
    body: html`
      <h1>${title}</h1>
      ${status === 'pending' ? html`<p>${t('sandbox.pendingText')}</p>` : ''}
      ${isUnsettled ? html`<p class="notice">${t('sandbox.notice')}</p>` : html`<p>${t('sandbox.settledText')}</p>`}
      <dl>
        <div>
          <dt>${t('sandbox.amount')}</dt>
          <dd>${amount}</dd>
        </div>
        <div>
          <dt>${t('sandbox.method')}</dt>
          <dd>${t(`methods.${method}`)}</dd>
        </div>
        <div>
          <dt>${t('sandbox.reference')}</dt>
          <dd>${reference}</dd>
        </div>
      </dl>
      ${
        isUnsettled
          ? html`
              <h2>${t('sandbox.actions')}</h2>
              <form method="post">
                <button class="main-button" name="status" value="completed">${t('sandbox.pay', { amount })}</button>
                ${isOpen ? html`<button name="status" value="pending">${t('sandbox.leavePending')}</button>` : ''}
                <button name="status" value="failed">${t('sandbox.fail')}</button>
                <button name="status" value="cancelled">${t('sandbox.cancel')}</button>
                ${payment.customer === null ? '' : declinedChoice(language)} ${webhookChoice(language)}
                ${isOpen ? '' : back}
              </form>
            `
          : html`<form method="post">
              ${back}
              ${canChargeBack ? html`<button name="status" value="charged_back">${t('sandbox.chargeBack')}</button>` : ''}
            </form>`
      }
    `,
  })
}

function declinedChoice(language: Language) {
  const t = translator(language)
  return html`<label class="check"><input type="checkbox" name="declined" /> ${t('sandbox.declined')}</label>`
}

function webhookChoice(language: Language) {
  const t = translator(language)
  const options = webhookFates.map((fate) => html`<option value="${fate}">${t(`sandbox.webhooks.${fate}`)}</option>`)
  return html`<label
    >${t('sandbox.webhook')}
    <select name="webhook">
      ${new Markup(options.map(({ text }) => text).join(''))}
    </select></label
  >`
}

/** Renders the page for an unknown payment. */
export function missingPage(language: Language) {
  const t = translator(language)
  const title = t('sandbox.missingTitle')
  return page({
    language,
    title,
    body: html`<h1>${title}</h1>
      <p>${t('sandbox.missingText')}</p>`,
  })
}

function page({ language, title, body }: { language: Language; title: string; body: Markup }) {
  const t = translator(language)
  const brand = t('sandbox.brand')
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} – ${brand}</title>
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        <div class="column">
          <header><span class="brand">${brand}</span><span class="badge">${t('sandbox.badge')}</span></header>
          <main>${body}</main>
        </div>
      </body>
    </html> `.text
}

function translator(language: Language) {
  return createTranslator({ locale: language, messages: textsOf('payments', language) })
}

/** Text that is already escaped markup. */
class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Template tag that inserts values into markup and escapes those that are not `Markup`. */
function html(parts: TemplateStringsArray, ...values: (string | Markup)[]) {
  const escaped = values.map((value) =>
    value instanceof Markup
      ? value.text
      : value.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character),
  )
  return new Markup(String.raw({ raw: parts }, ...escaped))
}
