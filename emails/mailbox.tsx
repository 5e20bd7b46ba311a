import { renderToStaticMarkup } from 'react-dom/server'
import type { MailboxPage, OutboxEmail } from '#contract/email-renderer.ts'
import { formatterOf, textsOf, type Texts } from './texts.ts'
import { colours, fontFamily } from './theme.ts'

const PATH = '/dev/mailbox'

/** Renders the page on which developers and demo users read the mails of the outbox. */
export async function renderMailbox({ emails, selected, language, nonce }: MailboxPage) {
  const texts = await textsOf(language)
  const { t } = texts
  return `<!doctype html>${renderToStaticMarkup(
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{t('mailbox.title')}</title>
        <style nonce={nonce}>{styles}</style>
      </head>
      <body>
        <header>
          <h1>{t('mailbox.title')}</h1>
          <p>{t('mailbox.intro')}</p>
        </header>
        {emails.length === 0 ? (
          <p className="empty">{t('mailbox.empty')}</p>
        ) : (
          <div className={selected ? 'panes open' : 'panes'}>
            <List emails={emails} selectedId={selected?.id ?? null} texts={texts} />
            <main>{selected ? <OpenEmail email={selected} texts={texts} /> : <p>{t('mailbox.choose')}</p>}</main>
          </div>
        )}
      </body>
    </html>,
  )}`
}

interface ListProps {
  emails: MailboxPage['emails']
  selectedId: string | null
  texts: Texts
}

function List({ emails, selectedId, texts: { t } }: ListProps) {
  const format = formatterOf('en-GB')
  return (
    <nav aria-label={t('mailbox.list')}>
      <ul>
        {emails.map(({ id, subject, to, sentAt }) => (
          <li key={id}>
            <a href={`${PATH}/${id}`} aria-current={id === selectedId ? 'page' : undefined}>
              <strong>{subject}</strong>
              <span>{t('mailbox.to', { address: to })}</span>
              <time dateTime={sentAt}>
                {format.dateTime(new Date(sentAt), { dateStyle: 'medium', timeStyle: 'medium' })}
              </time>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function OpenEmail({ email: { id, subject, to, text }, texts: { t } }: { email: OutboxEmail; texts: Texts }) {
  return (
    <article>
      <h2>{subject}</h2>
      <p>
        {t('mailbox.to', { address: to })} · <a href={`${PATH}/${id}/eml`}>{t('mailbox.download')}</a>
      </p>
      {/* The sandbox runs no scripts; a click on a link may replace this page. */}
      <iframe title={t('mailbox.html')} src={`${PATH}/${id}/html`} sandbox="allow-top-navigation-by-user-activation" />
      <details>
        <summary>{t('mailbox.text')}</summary>
        <pre>{text}</pre>
      </details>
    </article>
  )
}

const styles = `
:root { color-scheme: light dark; --line: ${colours.line}; --accent: ${colours.accentText}; --soft: ${colours.ground} }
@media (prefers-color-scheme: dark) { :root { --line: #383243; --accent: #ceb6fc; --soft: #2c2737 } }
body { margin: 0 auto; max-width: 1200px; padding: 16px; font: 16px/1.5 ${fontFamily} }
h1, h2 { margin: 0; line-height: 1.25 }
ul { margin: 0; padding: 0; list-style: none }
a { color: var(--accent) }
nav a { display: grid; padding: 12px; border-radius: 12px; color: inherit; text-decoration: none; overflow-wrap: anywhere }
nav a:hover, nav a[aria-current] { background: var(--soft) }
nav span, nav time { font-size: 14px }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
iframe { width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 12px; background: #fff }
summary { padding: 12px 0; cursor: pointer }
pre { white-space: pre-wrap; overflow-wrap: anywhere }
.panes { display: grid; gap: 24px }
@media (max-width: 767px) { .open main { order: -1 } }
@media (min-width: 768px) { .panes { grid-template-columns: 320px 1fr } }`
