import type { Config } from '@react-router/dev/config'
import { compressAssets } from '#web/vite/compress-assets.ts'
import { writeLanguageFiles } from '#web/vite/language-files.ts'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  // The route table is small. In one cached file, no navigation waits for a further part of it.
  routeDiscovery: { mode: 'initial' },
  // Loaders are small: as files of their own they would be one more request for each page.
  splitRouteModules: false,
  async buildEnd({ reactRouterConfig }) {
    const directory = `${reactRouterConfig.buildDirectory}/client`
    await writeLanguageFiles(directory)
    await compressAssets(directory)
  },
} satisfies Config
