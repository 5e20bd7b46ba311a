import WifiOff from 'lucide-react/icons/wifi-off'
import type { ReactNode } from 'react'
import { useTimeZone, useTranslations } from '#web/i18n/intl.tsx'
import { useNow } from '#web/i18n/now.tsx'
import { useLanguage } from '#web/i18n/texts-provider.tsx'
import { DemoBanner } from '#web/shell/notices/demo-banner.tsx'
import { documentAttributes } from '#web/shell/document/page-settings.ts'
import { useTheme } from '#web/shell/document/theme.ts'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/elements/button.tsx'
import { missingKinds } from './missing-kinds.ts'
import {
  CONTENT_ID,
  contentClasses,
  START_ID,
  TIME_PLACEHOLDER,
  UPDATED_ID,
  type OfflineStart,
} from './offline-start.ts'

interface Props {
  styleSheets: readonly string[]
  script: string
  start: OfflineStart
}

/**
 * The document that a browser shows in place of any page while the site cannot be reached, rendered on the
 * server and stored by the service worker. Its script starts the pages of a member in it (`start.ts`).
 */
export function OfflinePage({ styleSheets, script, start }: Props) {
  const t = useTranslations('offline')
  const settings = { ...useLanguage(), timeZone: useTimeZone(), now: useNow(), theme: useTheme() }
  const { lang, ...attributes } = documentAttributes(settings)
  return (
    <html lang={lang} {...attributes}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="robots" content="noindex" />
        <title>{t('title')}</title>
        {styleSheets.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
      </head>
      <body>
        <DemoBanner />
        <main
          id={CONTENT_ID}
          // Not seen for the moment that the script needs to start a page.
          className={cx(contentClasses, 'animate-[pop_1ms_1s_backwards]')}
        >
          <WifiOff aria-hidden className="size-16 text-accent-text" />
          <h1 className="text-2xl font-bold">{t('title')}</h1>
          {missingKinds.map((kind) => (
            <p key={kind} hidden data-missing={kind} className="text-pretty">
              {t(`missing.${kind}`)}
            </p>
          ))}
          <p className="text-pretty text-text-muted">{t('text')}</p>
          <p hidden data-needs-messages className="text-pretty text-text-muted">
            {t('messages')}
          </p>
          <p className="mt-4 flex flex-wrap justify-center gap-3">
            {/* An empty address is that of the page. */}
            <ButtonLink path="" variant="outline">
              {t('retry')}
            </ButtonLink>
            <span hidden data-needs-messages className="contents">
              <ButtonLink path="/chats" variant="primary">
                {t('openMessages')}
              </ButtonLink>
            </span>
          </p>
        </main>
        <p hidden id={UPDATED_ID}>
          {t('updated', { time: TIME_PLACEHOLDER })}
        </p>
        <script
          id={START_ID}
          type="application/json"
          // eslint-disable-next-line react/no-danger -- JSON with every `<` escaped.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(start).replaceAll('<', String.raw`\u003c`) }}
        />
        <script type="module" src={script} />
      </body>
    </html>
  )
}

/** A link that loads a document: the router is not there yet. */
function ButtonLink({
  path,
  variant,
  children,
}: {
  path: string
  variant: 'outline' | 'primary'
  children: ReactNode
}) {
  return <Button variant={variant} render={<a href={path}>{children}</a>} />
}
