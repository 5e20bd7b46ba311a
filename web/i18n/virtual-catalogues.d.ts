declare module 'virtual:catalogue/*' {
  import type { Messages } from 'use-intl'

  /** See scripts/catalogues.ts. */
  const texts: Messages
  export default texts
}
