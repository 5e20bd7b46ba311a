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
