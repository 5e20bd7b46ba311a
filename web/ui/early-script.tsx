import { createContext, use } from 'react'

/** Names the scripts of a rendered page that its security header allows. The browser needs none. */
const NonceContext = createContext<string | undefined>(undefined)

export const NonceProvider = NonceContext.Provider

/** Runs while the page is parsed, before its first paint: for what only the browser knows. Server only. */
export function EarlyScript({ code }: { code: string }) {
  const nonce = use(NonceContext)
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // eslint-disable-next-line react/no-danger -- The code is a constant of the site.
      dangerouslySetInnerHTML={{ __html: code }}
    />
  )
}
