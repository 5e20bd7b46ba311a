import { useOfflineReading } from '#web/features/chat/offline/use-offline-reading.ts'

/** What an installed app does on every page: it opens without a connection, wherever it starts. */
export function InstalledApp() {
  useOfflineReading()
  return null
}
