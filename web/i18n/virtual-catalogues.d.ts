declare module 'virtual:catalogue/*' {
  import type { Messages } from 'use-intl'

  /** See web/vite/catalogues.ts. */
  const texts: Messages
  export default texts
}

declare module 'virtual:console-texts/*' {
  import type { Messages } from 'use-intl'

  /** See web/vite/catalogues.ts. */
  const texts: Partial<Messages>
  export default texts
}

interface ImportMetaEnv {
  /** The language of the texts in the files of this build: see web/vite/language-files.ts. */
  readonly FILES_LANGUAGE?: string
}
