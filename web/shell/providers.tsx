import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TextsProvider, type TextSettings } from '#web/i18n/texts-provider.tsx'
import { InitialThemeContext, type Theme } from './theme.ts'

/** What a page is drawn with. The server decides it; the browser reads it back from the page. */
export interface PageSettings extends TextSettings {
  theme: Theme
}

interface Props {
  settings: PageSettings
  queryClient: QueryClient
  children: ReactNode
}

/** Everything that has to stand around the router, the same on both sides. */
export function Providers({ settings, queryClient, children }: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <InitialThemeContext value={settings.theme}>
        <TextsProvider initial={settings}>{children}</TextsProvider>
      </InitialThemeContext>
    </QueryClientProvider>
  )
}
