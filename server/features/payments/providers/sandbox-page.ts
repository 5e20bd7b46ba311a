import { createTranslator } from 'use-intl/core'
import type { Language } from '#contract/languages.ts'
import { currencyDisplay, majorUnits } from '#contract/payments/money.ts'
import { sandboxStyle } from '#server/platform/http/sandbox-style.ts'
import { textsOf } from '#server/texts.ts'
import type { SandboxPayment } from './sandbox-store.ts'

/** What happens to the webhook that reports a button: the last three show what a site must cope with. */
export const webhookFates = ['sent', 'slow', 'twice', 'lost'] as const

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
        ${new Markup(`<style>${sandboxStyle}</style>`)}
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
