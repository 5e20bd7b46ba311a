declare module 'virtual:catalogue/*' {
  import type { Messages } from 'use-intl'

  /** See web/vite/catalogues.ts. */
  const texts: Messages
  export default texts
}
