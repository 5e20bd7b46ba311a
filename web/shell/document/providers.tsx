import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { preload } from 'react-dom'
import { TextsProvider, type TextSettings } from '#web/i18n/texts-provider.tsx'
import { InitialThemeContext, type Theme } from './theme.ts'

/** What a page is rendered with. The server decides it; the browser reads it back from the page. */
interface PageSettings extends TextSettings {
  theme: Theme
}

interface Props {
  settings: PageSettings
  queryClient: QueryClient
  /** On the server: URL of the font, which the browser fetches together with the first scripts. */
  fontUrl?: string
  children: ReactNode
}

/** The contexts around the router, the same on the server and in the browser. */
export function Providers({ settings, queryClient, fontUrl, children }: Props) {
  if (fontUrl) preload(fontUrl, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
  return (
    <QueryClientProvider client={queryClient}>
      <InitialThemeContext value={settings.theme}>
        <TextsProvider initial={settings}>{children}</TextsProvider>
      </InitialThemeContext>
    </QueryClientProvider>
  )
}
