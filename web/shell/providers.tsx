import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { preloadModule } from 'react-dom'
import { TextsProvider, type TextSettings } from '#web/i18n/texts-provider.tsx'
import { InitialThemeContext, type Theme } from './theme.ts'

/** What a page is drawn with. The server decides it; the browser reads it back from the page. */
export interface PageSettings extends TextSettings {
  theme: Theme
}

interface Props {
  settings: PageSettings
  queryClient: QueryClient
  /** On the server: a script that the browser will ask for, to be fetched with the first ones. */
  early?: string
  children: ReactNode
}

/** Everything that has to stand around the router, the same on both sides. */
export function Providers({ settings, queryClient, early, children }: Props) {
  if (early) preloadModule(early, { as: 'script' })
  return (
    <QueryClientProvider client={queryClient}>
      <InitialThemeContext value={settings.theme}>
        <TextsProvider initial={settings}>{children}</TextsProvider>
      </InitialThemeContext>
    </QueryClientProvider>
  )
}
