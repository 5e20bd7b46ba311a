import type { Config } from '@react-router/dev/config'
import { compressAssets } from '#web/vite/compress-assets.ts'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  // The route table is small. In one cached file, no navigation waits for a further part of it.
  routeDiscovery: { mode: 'initial' },
  // Loaders are small: as files of their own they would be one more request for each page.
  splitRouteModules: false,
  buildEnd: ({ reactRouterConfig }) => compressAssets(`${reactRouterConfig.buildDirectory}/client`),
} satisfies Config
