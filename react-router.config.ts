import type { Config } from '@react-router/dev/config'
import { compressAssets } from '#web/vite/compress-assets.ts'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  // The table is small: with all of it in one cached file no navigation waits for the next part.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressAssets(`${reactRouterConfig.buildDirectory}/client`),
} satisfies Config
